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

  const mostRows = 100;  // of a table at first; page/html.cpp has the same

  // Theme.
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches);
  const themeButton = document.getElementById('theme');
  const nameTheme = () => { themeButton.textContent = isDark() ? 'Light' : 'Dark'; };
  const themed = text => (isDark() ? text.replace(/#[0-9a-f]{6}\b/g, color => darkColors[color] || color) : text);

  // Charts.
  function fitted(specification, width) {
    const text = JSON.stringify(specification);
    const labels = [...text.matchAll(/"series":"((?:[^"\\]|\\.)*)"/g)].map(match => match[1].length);
    const longest = labels.reduce((most, length) => Math.max(most, length), 0);
    const columns = Math.max(1, Math.min(4, Math.floor(width / (7 * longest + 40))));
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
    }, { rootMargin: '600px' });
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

  // A chart's figures as a table, made when it is opened: the columns are those of its tooltips.
  function tooltipOf(part) {
    if (!part || typeof part !== 'object') return null;
    if (part.name === 'figures') return part.encoding.tooltip;
    return (part.layer || []).map(tooltipOf).find(Boolean) || null;
  }
  function fillTable(details) {
    const specification = specifications[details.dataset.figures];
    const rows = specification.data.values;
    const columns = tooltipOf(specification).filter(column => rows.some(row => column.field in row));
    const box = document.createElement('div');
    box.className = 'table';
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', specification.description);
    const table = document.createElement('table');
    table.createCaption().textContent = specification.description;
    const head = table.createTHead().insertRow();
    const isNumber = column => column.field.endsWith('_text');
    for (const column of columns) {
      const cell = document.createElement('th');
      cell.scope = 'col';
      cell.textContent = column.title;
      if (isNumber(column)) cell.className = 'number';
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of rows) {
      const line = body.insertRow();
      for (const column of columns) {
        const cell = line.insertCell();
        cell.textContent = row[column.field] ?? '';
        if (!isNumber(column)) continue;
        cell.className = 'number';
        const value = row[column.field.slice(0, -5)];
        if (value !== undefined) cell.dataset.value = value;
      }
    }
    box.append(table);
    details.append(box);
    makeSortable(table);
  }

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
    if (table.showRows) table.showRows();
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
    const all = document.createElement('button');
    all.type = 'button';
    all.textContent = 'Show all';
    label.append(input);
    box.append(label, count, all);
    table.closest('.table').before(box);
    const texts = new Map([...table.tBodies[0].rows].map(row => [
      row, [...row.cells].map(cell => cell.textContent).join(' ').toLowerCase()]));
    let limit = mostRows;  // a browser lays out thousands of rows for seconds
    table.showRows = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let matching = 0;
      for (const row of table.tBodies[0].rows) {
        const matches = words.every(word => texts.get(row).includes(word));
        if (matches) ++matching;
        row.hidden = !matches || matching > limit;
      }
      count.textContent = `${matching} of ${texts.size} rows${matching > limit ? `, the first ${limit} shown` : ''}`;
      all.hidden = matching <= limit;
    };
    input.addEventListener('input', table.showRows);
    all.addEventListener('click', () => { limit = Infinity; table.showRows(); });
    table.showRows();
  }
  function makeSortable(table) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener('click', () => sortBy(table, header));
    }
    if (table.tBodies[0].rows.length > 10) addFilter(table);
  }
  document.querySelectorAll('table.sortable').forEach(makeSortable);
  for (const details of document.querySelectorAll('details[data-figures]')) {
    details.addEventListener('toggle', () => fillTable(details), { once: true });
  }
})();
