# page_checks.py CHECK REPORT [RESULTS…]: looks at a report in headless Chromium. Each function is a check.
import csv, json, math, sys

from chromium import Chromium


def opened(browser, report, **view):
    browser.show(**view)
    browser.open(report)
    browser.run("window.attnReport.drawAll().then(() => true)")


def expect(holds, words):
    if not holds:
        raise AssertionError(words)


def expect_clean(browser, report):
    expect(browser.run("window.attnReport.failed") == {}, browser.run("JSON.stringify(window.attnReport.failed)"))
    expect(browser.errors == [], f"errors on the console: {browser.errors}")
    others = [url for url in browser.requests if not url.startswith(("file://", "data:", "blob:", "about:"))]
    files = [url for url in browser.requests if url.startswith("file://") and not url.endswith("/report.html")]
    expect(others == [] and files == [], f"the page asked for {others + files}")


# The marks of the layer that draws the figures, and its rows.
MARKS = """Object.fromEntries(Object.entries(window.attnReport.views).map(([name, view]) => {
  const svg = document.querySelector(`.canvas[data-chart="${name}"] svg`);
  const marks = svg.querySelectorAll('.mark-symbol.figures_marks path, .mark-rect.figures_marks path, '
    + '.mark-symbol[class*=figures_marks] path, .mark-rect[class*=figures_marks] path');
  return [name, marks.length];
}))"""


def draws_every_figure(report):
    with Chromium() as browser:
        opened(browser, report)
        rows = {name: len(values) for name, values in specified(browser).items()}
        marks = browser.run(MARKS)
        expect(len(rows) > 0 and marks == rows, f"marks {marks}, rows {rows}")
        expect_clean(browser, report)
        print(f"{len(rows)} charts, {sum(marks.values())} marks")


def specified(browser):
    return browser.run("Object.fromEntries(Object.entries(JSON.parse(document.getElementById('specifications').textContent))"
                       ".map(([name, whole]) => [name, whole.data.values]))")


def drawn_rows(browser, name):
    """What Vega draws, read back from the running chart."""
    return browser.run(f"JSON.parse(JSON.stringify(window.attnReport.views[{json.dumps(name)}].data('figures')))")


def draws_the_numbers_of_results_csv(report, results):
    """Of runs with one process: the medians and intervals as they stand in the file."""
    with open(results, encoding="utf-8") as file:
        kept = {(row["variant"], int(row["kv_len"]), row["metric"]): row for row in csv.DictReader(file)}
    with Chromium() as browser:
        opened(browser, report)
        compared = 0
        for name, metric in (("time", "time_s"), ("memory", "peak_memory_bytes"), ("flops", "flops_per_s"),
                             ("bandwidth", "bytes_per_s")):
            rows = drawn_rows(browser, name)
            for row in rows:
                wanted = kept[row["variant"], row["length"], metric]
                expect(row[metric] == float(wanted["value"]), f"{name}: {row}, but {wanted['value']} in results.csv")
                if metric == "time_s":
                    expect(row["low"] == float(wanted["low"]) and row["high"] == float(wanted["high"]), f"{row} {wanted}")
                    compared += 2
                compared += 1
            expect(len(rows) == sum(1 for (_, _, of) in kept if of == metric), f"{name} has {len(rows)} rows")
        places(browser)
        print(f"{compared} numbers are those of results.csv")


def places(browser):
    """The marks stand where their numbers are on the axis: equal ratios are equal distances on a logarithmic one."""
    rows = drawn_rows(browser, "time")
    y = browser.run("""[...document.querySelectorAll('.canvas[data-chart="time"] [class*=figures_marks] path')]
      .map(path => path.transform.baseVal.consolidate().matrix.f)""")
    expect(len(y) == len(rows), "not a mark a row")
    logs = [math.log(row["time_s"]) for row in rows]
    top, bottom = logs.index(max(logs)), logs.index(min(logs))
    slope = (y[top] - y[bottom]) / (logs[top] - logs[bottom])
    for place, log in zip(y, logs):
        expect(abs(y[bottom] + slope * (log - logs[bottom]) - place) < 0.01, f"a mark is off its number: {place}")


def answers_with_a_tooltip(report):
    with Chromium() as browser:
        opened(browser, report)
        browser.point_at('.canvas[data-chart="time"] [class*=figures_marks] path')
        text = browser.run("""new Promise(done => {
          const begin = performance.now();
          const look = () => {
            const tip = document.querySelector('#vg-tooltip-element.visible');
            if (tip || performance.now() - begin > 10000) done(tip ? tip.innerText : ''); else setTimeout(look, 20);
          };
          look();
        })""")
        row = specified(browser)["time"][0]
        expect(row["variant"] in text and row["time_s_text"] in text, f"the tooltip says '{text}'")
        expect_clean(browser, report)
        print(text.replace("\n", " "))


CASES = "[...document.querySelectorAll('table')].find(table => [...table.tHead.rows[0].cells].some(cell => cell.innerText.startsWith('over Naive')))"


def sorts_and_filters_tables(report):
    with Chromium() as browser:
        opened(browser, report)
        heads = browser.run(f"[...{CASES}.tHead.rows[0].cells].map(cell => cell.innerText.trim())")
        column = heads.index("time")
        values = f"[...{CASES}.tBodies[0].rows].map(row => row.cells[{column}].dataset.value).filter(Boolean).map(Number)"
        before = browser.run(values)
        button = f"{CASES}.tHead.rows[0].cells[{column}].querySelector('button')"
        browser.run(button + ".click()")
        expect(browser.run(values) == sorted(before), "not ascending")
        expect(browser.run(f"{CASES}.tHead.rows[0].cells[{column}].getAttribute('aria-sort')") == "ascending", "unsaid")
        browser.run(button + ".click()")
        expect(browser.run(values) == sorted(before, reverse=True), "not descending")
        browser.run(f"(input => {{ input.value = 'sdpaflash 1,024'; input.dispatchEvent(new Event('input')); }})"
                    f"({CASES}.closest('.table').previousElementSibling.querySelector('input'))")
        shown = browser.run(f"[...{CASES}.tBodies[0].rows].filter(row => !row.hidden).map(row => row.innerText)")
        before = browser.run(f"[...{CASES}.tBodies[0].rows].map(row => 1)")
        said = browser.run(f"{CASES}.closest('.table').previousElementSibling.querySelector('output').innerText")
        expect(len(shown) > 0 and all("SdpaFlash" in row and "1,024" in row for row in shown), f"shown: {shown}")
        expect(said == f"{len(shown)} of {len(before)} rows", said)
        expect_clean(browser, report)
        print(f"{len(before)} rows sorted both ways, {said} after a filter")


def fits_a_laptop_and_a_phone(report):
    with Chromium() as browser:
        for width, dark in ((1366, False), (1366, True), (390, False), (390, True)):
            opened(browser, report, width=width, dark=dark)
            expect(browser.run("document.documentElement.scrollWidth") <= width, f"wider than {width}")
            wide = browser.run("[...document.querySelectorAll('.canvas svg')].filter(svg => svg.getBoundingClientRect().right"
                               " > window.innerWidth).length")
            expect(wide == 0, f"{wide} charts are wider than {width}")
            paper = browser.run("getComputedStyle(document.querySelector('figure.chart')).backgroundColor")
            expect((paper == "rgb(20, 23, 28)") == dark, f"paper is {paper}, dark is {dark}")
        browser.click("#theme")
        browser.run("new Promise(done => setTimeout(done, 300))")
        expect(browser.run("getComputedStyle(document.querySelector('figure.chart')).backgroundColor") == "rgb(255, 255, 255)",
               "the button does not change the theme")
        expect_clean(browser, report)


def can_be_read_aloud_and_used_by_keyboard(report):
    with Chromium() as browser:
        opened(browser, report)
        charts = browser.run("""[...document.querySelectorAll('figure.chart')].map(figure => {
          const image = figure.querySelector('[role=img]');
          const details = figure.querySelector('details[data-figures]');
          details.open = true;
          details.dispatchEvent(new Event('toggle'));
          const table = details.querySelector('table');
          return [image.getAttribute('aria-label'), table.tBodies[0].rows.length, details.querySelector('summary').tabIndex];
        })""")
        rows = [len(values) for values in specified(browser).values()]
        expect([chart[1] for chart in charts] == rows, "a chart's table lacks figures")
        expect(all(len(label) > 40 and tab == 0 for label, _, tab in charts), f"{charts}")
        # The skip link comes first, and Tab gets to a heading that Enter sorts by.
        browser.run("document.body.focus()")
        browser.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        expect(browser.run("document.activeElement.className") == "skip", "Tab does not begin with the skip link")
        browser.run(f"{CASES}.tHead.querySelector('button').focus()")
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
        expect(browser.run(f"{CASES}.tHead.rows[0].cells[0].getAttribute('aria-sort')") == "ascending", "Enter does not sort")
        print(f"{len(charts)} charts have a text and a table")


def shows_names_as_text(report, name):
    """A variant's name is a name, whatever it looks like."""
    with Chromium() as browser:
        opened(browser, report)
        expect(browser.run("window.attacked") is None, "a name ran as a script")
        expect(browser.run("document.querySelectorAll('main script, main img').length") == 0, "a name became an element")
        expect(browser.run(f"document.querySelector('main').innerText.includes({json.dumps(name)})"), f"{name} is not shown")
        expect(any(row["variant"] == name for row in specified(browser)["time"]), f"{name} is not drawn")
        expect_clean(browser, report)


def is_ready_within_two_seconds(report):
    with Chromium() as browser:
        browser.show()
        seconds = browser.open(report)
        ready = browser.run("""new Promise(done => {
          document.getElementById('charts').scrollIntoView();
          const look = () => document.querySelector('.canvas svg') ? done(performance.now() / 1000) : setTimeout(look, 10);
          look();
        })""")
        print(f"loaded after {seconds:.2f} s, the first chart drawn {ready:.2f} s after the start")
        expect(ready < 2, f"{ready:.2f} s")
        opened(browser, report)
        expect_clean(browser, report)


def has_tables_without_charts(report):
    with Chromium() as browser:
        browser.show()
        browser.open(report)
        expect("charts are missing" in browser.run("document.querySelector('.warning').innerText"), "unsaid")
        expect(browser.run("document.querySelectorAll('figure.chart table').length") > 0, "no tables")
        expect(browser.errors == [], f"{browser.errors}")


def takes_pictures(report, folder):
    with Chromium() as browser:
        for width, height in ((1366, 900), (390, 844)):
            for dark in (False, True):
                opened(browser, report, width=width, height=height, dark=dark)
                browser.screenshot(f"{folder}/{'dark' if dark else 'light'}_{width}.png")


if __name__ == "__main__":
    try:
        globals()[sys.argv[1]](*sys.argv[2:])
    except AssertionError as fault:
        print(f"FAILED: {fault}")
        sys.exit(1)
