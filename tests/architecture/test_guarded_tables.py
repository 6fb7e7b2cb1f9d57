"""No code goes round the guarded transitions."""

import pytest

from tests.architecture.guarded import shortcuts
from tests.architecture.sources import Source, product


def test_the_product_takes_no_shortcut_round_the_guards() -> None:
    assert [line for source in product() for line in shortcuts(source)] == []


@pytest.mark.parametrize(
    "code",
    [
        "db['jobs'].insert(row, replace=True)",
        "db['jobs'].insert_all(rows, replace=True)",
        "db['jobs'].upsert(row, pk='id')",
        "jobs.upsert_all(rows)",
        "db['jobs'].update(1, {'status': 'done'})",
        "db.table('jobs').update(1, {'status': 'done'})",
        "connection.execute('INSERT OR REPLACE INTO jobs VALUES (1)')",
        "connection.execute('replace into jobs values (1)')",
        "connection.execute('UPDATE jobs SET attempts = 1, status = ? WHERE id = 1')",
    ],
)
def test_a_shortcut_is_noticed(code: str) -> None:
    assert shortcuts(Source("store/x.py", code)) != []


@pytest.mark.parametrize(
    "code",
    [
        "digest.update(content)",
        "seen.update({1: 2})",
        "connection.execute('UPDATE jobs SET stickers_done = ? WHERE status = ?')",
        "'It stops INSERT OR REPLACE.'",
    ],
)
def test_ordinary_code_is_left_alone(code: str) -> None:
    assert shortcuts(Source("store/x.py", code)) == []
