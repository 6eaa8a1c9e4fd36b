// Copies, filters and sorts. The page is complete without it: without a script the tools are not shown.
(function () {
  'use strict';
  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }

  // A cell as TSV has it: data-tsv (several columns), else the exact number, else the text.
  function escaped(text) {
    return text.trim().replace(/\\/g, '\\\\').replace(/\s+/g, ' ');
  }
  function cellText(cell) {
    if (cell.dataset.tsv !== undefined) return cell.dataset.tsv;
    return cell.dataset.value !== undefined ? cell.dataset.value : escaped(cell.innerText || cell.textContent);
  }
  // The rows shown, in the order shown.
  function shownText(table) {
    var rows = all('tr', table).filter(function (row) { return !row.hidden; });
    return rows.map(function (row) { return all('th, td', row).map(cellText).join('\t'); }).join('\n') + '\n';
  }

  // Pages opened from a file may have no clipboard: then by selection, and if that is refused by hand.
  function copyBySelection(text, button, say) {
    var area = document.createElement('textarea');
    area.className = 'copy';
    area.value = text;
    button.closest('.table-box').appendChild(area);
    area.focus();
    area.select();
    var copied = false;
    try { copied = document.execCommand('copy'); } catch (refused) { copied = false; }
    if (copied) {
      area.remove();
      button.focus();
      say('copied');
    } else {
      say('press Ctrl+C to copy the text below');
      area.addEventListener('blur', function () { area.remove(); }, { once: true });
    }
  }
  all('button[data-copy], button[data-copy-text]').forEach(function (button) {
    var status = button.parentNode.querySelector('[role=status]');
    button.addEventListener('click', function () {
      var isTable = button.dataset.copy !== undefined;
      var source = document.getElementById(isTable ? button.dataset.copy : button.dataset.copyText);
      var text = isTable ? shownText(source) : source.value;
      var count = isTable ? ' (' + (text.split('\n').length - 2) + ' rows)' : '';
      var say = function (what) { status.textContent = what + (what === 'copied' ? count : ''); };
      if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(text).then(function () { say('copied'); },
                                                 function () { copyBySelection(text, button, say); });
      } else {
        copyBySelection(text, button, say);
      }
    });
  });

  all('input[data-filter]').forEach(function (input) {
    var rows = all('#' + input.dataset.filter + ' > tbody > tr');
    var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
    var status = input.closest('.tools').querySelector('[role=status]');
    input.addEventListener('input', function () {
      var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (row, i) {
        row.hidden = !words.every(function (word) { return texts[i].indexOf(word) >= 0; });
        if (!row.hidden) shown += 1;
      });
      status.textContent = words.length ? shown + ' of ' + rows.length + ' rows' : '';
    });
  });

  // Ascending, descending, as it was; numbers by value, empty cells last.
  function sortKey(row, column) {
    var cell = row.cells[column];
    var text = cell.dataset.value !== undefined ? cell.dataset.value : cell.textContent.trim();
    var number = text === '' ? NaN : Number(text);
    return { text: text, number: number };
  }
  function compareKeys(a, b) {
    if (!isNaN(a.number) && !isNaN(b.number)) return a.number - b.number;
    if (isNaN(a.number) !== isNaN(b.number)) return isNaN(a.number) ? 1 : -1;
    return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
  }
  all('table.sortable').forEach(function (table) {
    var body = table.tBodies[0];
    var original = all('tr', body);
    all('thead th', table).forEach(function (heading, column) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = heading.textContent;
      heading.textContent = '';
      heading.appendChild(button);
      button.addEventListener('click', function () {
        var next = { ascending: 'descending', descending: '' };
        var before = heading.getAttribute('aria-sort') || '';
        var order = before in next ? next[before] : 'ascending';
        all('thead th', table).forEach(function (other) { other.removeAttribute('aria-sort'); });
        var rows = original;
        if (order) {
          heading.setAttribute('aria-sort', order);
          var sign = order === 'ascending' ? 1 : -1;
          rows = original.map(function (row, i) { return { row: row, key: sortKey(row, column), i: i }; })
            .sort(function (a, b) {
              var empty = (a.key.text === '') - (b.key.text === '');
              return empty || sign * compareKeys(a.key, b.key) || a.i - b.i;
            }).map(function (entry) { return entry.row; });
        }
        rows.forEach(function (row) { body.appendChild(row); });
      });
    });
  });

  // The links to the sections of a package's page.
  all('nav.sections').forEach(function (nav) {
    var list = nav.appendChild(document.createElement('ul'));
    all('h2[id]').forEach(function (heading) {
      var link = document.createElement('a');
      link.href = '#' + heading.id;
      link.textContent = heading.textContent;
      list.appendChild(document.createElement('li')).appendChild(link);
    });
  });

  // Says of a table that is wider than its box that it scrolls; a shadow marks the side where there is more.
  var boxes = all('.table-box');
  function markWide(box) {
    var scroll = box.querySelector('.scroll');
    var more = scroll.scrollWidth - scroll.clientWidth;
    box.querySelector('.wide-hint').hidden = more < 2;
    scroll.classList.toggle('more-right', more - scroll.scrollLeft > 2);
    scroll.classList.toggle('more-left', scroll.scrollLeft > 2);
  }
  function markAllWide() { boxes.forEach(markWide); }
  boxes.forEach(function (box) {
    box.querySelector('.scroll').addEventListener('scroll', function () { markWide(box); }, { passive: true });
  });
  all('details').forEach(function (part) { part.addEventListener('toggle', markAllWide); });
  window.addEventListener('resize', markAllWide);
  markAllWide();

  // A link to something inside a closed part opens it; on paper nothing is closed.
  function reveal() {
    var target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!target) return;
    for (var node = target; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
    target.scrollIntoView();
  }
  window.addEventListener('hashchange', reveal);
  reveal();
  window.addEventListener('beforeprint', function () {
    all('details').forEach(function (part) { part.open = true; });
  });
  document.documentElement.classList.remove('no-script');
})();
