"""What the kiosk page weighs, how soon it shows, and what its start screen costs while it waits.

The running product serves the page to the system's Chromium over loopback, so the times are those
of loading and drawing, not of a network. Bytes are those on the wire, headers included.
Run: python -m tests.benchmarks.bench_kiosk [--quick]
"""

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.support.booth import booth_on
from tests.support.camera_page import browser
from tests.support.portal import portal
from tests.support.sandbox_process import sandbox_process

VIEWPORT = {"width": 1024, "height": 768}
ROUNDS = 5
MINUTE = 60.0
SETTLE_MS = 5_000
PAINTS = """Object.fromEntries(
  performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]))"""


def opened(chromium: Browser, url: str, motion: str) -> tuple[Page, dict[str, float]]:
    """Open the page in a fresh profile; returns it with the requests and bytes that it took."""
    context = chromium.new_context(viewport=VIEWPORT, reduced_motion=motion)  # type: ignore[arg-type]
    page = context.new_page()
    seen: dict[str, float] = {"requests": 0, "bytes": 0}
    network = context.new_cdp_session(page)

    def finished(event: dict[str, Any]) -> None:
        seen["requests"] += 1
        seen["bytes"] += event["encodedDataLength"]

    network.on("Network.loadingFinished", finished)
    network.send("Network.enable")
    page.goto(f"{url}/")
    page.wait_for_selector("body[data-screen=attract]")
    page.wait_for_load_state("networkidle")
    return page, seen


def loading(chromium: Browser, url: str) -> None:
    """Print weight, requests and paints of cold loads."""
    first, contentful = [], []
    for _ in range(ROUNDS):
        page, seen = opened(chromium, url, "no-preference")
        paints = page.evaluate(PAINTS)
        first.append(paints["first-paint"])
        contentful.append(paints["first-contentful-paint"])
        page.context.close()
    print(f"cold load: {seen['requests']:.0f} requests, {seen['bytes'] / 1024:.0f} KiB on the wire")
    print(f"median of {ROUNDS}: first paint {statistics.median(first):.0f} ms,", end=" ")
    print(f"first contentful paint {statistics.median(contentful):.0f} ms")


def busy(system: CDPSession) -> float:
    """CPU seconds of the browser's processes so far."""
    info = system.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(one["cpuTime"] for one in info))


def tasks(session: CDPSession) -> float:
    """Seconds of the page's main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def waiting(chromium: Browser, url: str, motion: str, seconds: float) -> None:
    """Print what a minute of the start screen costs."""
    page, _ = opened(chromium, url, motion)
    session = page.context.new_cdp_session(page)
    system = chromium.new_browser_cdp_session()
    session.send("Performance.enable")
    page.wait_for_timeout(SETTLE_MS)
    before = busy(system), tasks(session)
    page.wait_for_timeout(seconds * 1000)
    whole, thread = busy(system) - before[0], tasks(session) - before[1]
    page.context.close()
    share = MINUTE / seconds
    print(
        f"start screen, prefers-reduced-motion {motion}: {thread * share:.2f} s of the main",
        end=" ",
    )
    print(f"thread, {whole * share:.2f} s of all processes a minute")


def main() -> None:
    """Start the product, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="look at the start screen for 10 s")
    seconds = 10.0 if parser.parse_args().quick else MINUTE
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        parser.exit(1, "this measurement needs Chromium\n")
    with (
        tempfile.TemporaryDirectory() as folder,
        portal() as running,
        running.entered(sandbox_process()) as sandbox,
        running.entered(booth_on(Path(folder) / "booth", sandbox)) as booth,
        sync_playwright() as playwright,
        browser(playwright) as chromium,
    ):
        loading(chromium, booth.url)
        for motion in ("no-preference", "reduce"):
            waiting(chromium, booth.url, motion, seconds)


if __name__ == "__main__":
    main()
