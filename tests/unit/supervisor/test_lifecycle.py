"""Facts of failure texts and tree snapshots."""

from dataclasses import replace

from supervisor.lifecycle import ChildSnapshot, ChildState, TreeSnapshot, describe

CHILD = ChildSnapshot(
    name="a",
    state=ChildState.READY,
    since=0.0,
    incarnation=1,
    restarts=0,
    critical=True,
    last_failure=None,
    mailbox_depth=0,
    doing="",
    doing_since=None,
)
TREE = TreeSnapshot("root", "one_for_one", stopping=False, booted=True, children=(CHILD,))


def test_a_failure_in_a_group_of_one_is_told_as_itself() -> None:
    error = ExceptionGroup("outer", [ExceptionGroup("inner", [ValueError("bad")])])

    assert str(describe(error, str)) == "ValueError: bad"


def test_a_failure_text_is_one_short_line_without_secrets() -> None:
    error = ValueError("token " + "x" * 1000 + "\nmore")

    failure = describe(error, lambda text: text.replace("token", "***"))
    assert failure.text.startswith("*** xxx")
    assert len(failure.text) == 200


def test_a_failure_without_a_text_is_its_class() -> None:
    assert str(describe(ValueError(), str)) == "ValueError"


def test_a_tree_is_ready_when_its_critical_children_are() -> None:
    down = replace(CHILD, state=ChildState.BACKOFF)

    assert TREE.is_ready
    assert replace(TREE, children=(replace(CHILD, state=ChildState.FINISHED),)).is_ready
    assert replace(TREE, children=(replace(down, critical=False),)).is_ready
    assert not replace(TREE, children=(CHILD, down)).is_ready
    assert not replace(TREE, stopping=True).is_ready
    assert not replace(TREE, booted=False).is_ready


def test_what_is_not_ready_below_makes_the_tree_not_ready() -> None:
    below = replace(TREE, name="pool", children=(replace(CHILD, state=ChildState.STARTING),))
    nested = replace(CHILD, name="pool", subtree=below)

    assert not replace(TREE, children=(nested,)).is_ready
