'use strict';
// The page's own script: draws a chart when it comes into sight, sorts and filters tables, changes the theme.
(() => {
  const read = id => JSON.parse(document.getElementById(id).textContent);
  const darkColors = read('dark-colors');
  const specifications = read('specifications');
  const root = document.documentElement;
  const views = {};  // by the chart's name; for those who look with the console, and for tests
  const failed = {};
  window.attnReport = { views, failed, names: Object.keys(specifications) };

  // Theme.
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches);
  const themeButton = document.getElementById('theme');
  const nameTheme = () => { themeButton.textContent = isDark() ? 'Light' : 'Dark'; };
  const themed = text => (isDark() ? text.replace(/#[0-9a-f]{6}\b/g, color => darkColors[color] || color) : text);

  // Charts.
  function fitted(specification, width) {
    const text = JSON.stringify(specification);
    const columns = Math.max(1, Math.min(4, Math.floor(width / (text.includes('· p = ') ? 240 : 150))));
    const whole = JSON.parse(themed(text), (key, value) => {
      if (value && typeof value === 'object' && 'labelLimit' in value && 'columns' in value) {
        value.columns = columns;
        value.labelLimit = Math.max(120, width / columns - 40);
      }
      return value;
    });
    delete whole.title;  // the page has it as a heading
    whole.width = 'container';
    whole.autosize = { type: 'fit-x', contains: 'padding' };
    return whole;
  }

  async function draw(canvas) {
    const name = canvas.dataset.chart;
    const width = canvas.clientWidth;
    canvas.dataset.width = width;
    if (views[name]) views[name].finalize();
    try {
      const result = await vegaEmbed(canvas, fitted(specifications[name], width), {
        renderer: 'svg',
        actions: { export: true, source: true, compiled: false, editor: false },
        tooltip: { theme: isDark() ? 'dark' : 'light' },
        downloadFileName: name,
      });
      views[name] = result.view;
      canvas.style.minHeight = '0';
    } catch (error) {
      failed[name] = String(error);
      canvas.textContent = 'This chart could not be drawn: ' + error.message;
    }
    canvas.dataset.drawn = 'yes';
  }

  const canvases = [...document.querySelectorAll('.canvas')];
  const drawn = canvas => 'drawn' in canvas.dataset || 'width' in canvas.dataset;
  const redraw = () => canvases.filter(drawn).forEach(draw);
  if (window.vegaEmbed) {
    const sight = new IntersectionObserver(entries => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        sight.unobserve(entry.target);
        draw(entry.target);
      }
    }, { rootMargin: '300px' });
    canvases.forEach(canvas => sight.observe(canvas));
    window.addEventListener('beforeprint', () => canvases.filter(canvas => !drawn(canvas)).forEach(draw));
    let waiting;
    window.addEventListener('resize', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        canvases.filter(canvas => drawn(canvas) && canvas.clientWidth !== Number(canvas.dataset.width)).forEach(draw);
      }, 200);
    });
    prefersDark.addEventListener('change', () => { nameTheme(); redraw(); });
    window.attnReport.drawAll = () => Promise.all(canvases.filter(canvas => !drawn(canvas)).map(draw));
  }
  themeButton.hidden = false;
  nameTheme();
  themeButton.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    nameTheme();
    redraw();
  });

  // Tables. What is missing comes last, whichever way.
  const valueOf = cell => (cell.dataset.value !== undefined ? Number(cell.dataset.value) : cell.textContent);
  function compare(one, other) {
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
    return one.localeCompare(other, undefined, { numeric: true });
  }
  function sortBy(table, header) {
    const column = [...header.parentNode.children].indexOf(header);
    const sign = header.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of header.parentNode.children) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const body = table.tBodies[0];
    const keyed = [...body.rows].map(row => [valueOf(row.cells[column]), row]);
    keyed.sort(([one], [other]) => {
      if (one === '' || other === '') return (one === '') - (other === '');
      return sign * compare(one, other);
    });
    body.append(...keyed.map(([, row]) => row));
  }
  function addFilter(table) {
    const box = document.createElement('div');
    box.className = 'filter';
    const label = document.createElement('label');
    label.textContent = 'Show rows with ';
    const input = document.createElement('input');
    input.type = 'search';
    input.placeholder = 'words, all of which a row has: naive 1,024';
    const count = document.createElement('output');
    label.append(input);
    box.append(label, count);
    table.closest('.table').before(box);
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map(row => [...row.cells].map(cell => cell.textContent).join(' ').toLowerCase());
    const show = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, i) => {
        row.hidden = !words.every(word => texts[i].includes(word));
        if (!row.hidden) ++shown;
      });
      count.textContent = `${shown} of ${rows.length} rows`;
    };
    input.addEventListener('input', show);
    show();
  }
  for (const table of document.querySelectorAll('table.sortable')) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener('click', () => sortBy(table, header));
    }
    if (table.tBodies[0].rows.length > 10) addFilter(table);
  }
})();
