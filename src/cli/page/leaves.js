// The search over all leaves of two files.
(function () {
  var MOST = 1000, form = document.getElementById("search");
  if (!form) return;
  // Decodes what leaves.rs encoded: the keys of all leaves, and what each of them shows.
  function decode(data) {
    var code = data.textContent, at = 0, digits = data.dataset.digits, base = digits.length / 2;
    var labels = data.dataset.labels.split(" "), most = data.dataset.most.split(" ").map(Number);
    var longest = Number(data.dataset.longest), scale = Math.pow(10, Number(data.dataset.decimals));
    var keys = [], entries = [], tiles = [], held = labels.map(function () { return 0; }), values = [];
    var worth = {};
    digits.split("").forEach(function (digit, i) { worth[digit] = i; });
    function next() {
      for (var sum = 0, unit = 1; ; unit *= base) {
        var digit = worth[code[at++]];
        sum += unit * (digit % base);
        if (digit < base) return sum;
      }
    }
    function signed(coded) { return coded % 2 ? -(coded + 1) / 2 : coded / 2; }
    function last() { return values.length ? values[values.length - 1] : [0, 0]; }
    function push(tile) { values.push(last()); tiles.push(tile); held[tile]++; }
    function pop() { values.pop(); var tile = tiles.pop(); held[tile]--; return tile; }
    function advance() {
      var tile = tiles.length ? tiles[tiles.length - 1] : 0, full = tiles.length >= longest;
      for (;;) {
        for (; !full && tile < most.length; tile++) if (held[tile] < most[tile]) return push(tile);
        if (!tiles.length) return;
        tile = pop() + 1;
        full = false;
      }
    }
    function row() {
      var before = last(), coded = next(), old = coded ? before[0] + signed(coded - 1) : null;
      var now = [old === null ? before[0] : old, 0], expected = now[0] + before[1] - before[0];
      coded = next();
      var fresh = coded ? expected + signed(coded - 1) : null;
      now[1] = fresh === null ? expected : fresh;
      if (values.length) values[values.length - 1] = now;
      keys.push(tiles.map(function (tile) { return labels[tile]; }).join(""));
      entries.push([old, fresh]);
    }
    while (at < code.length) {
      for (var kept = next(); tiles.length > kept; ) pop();
      for (var more = next(); more > 0; more--) push(next());
      for (var rows = next(); rows > 0; rows--) { row(); advance(); }
    }
    function value(number) { return number === null ? "none" : String(number / scale); }
    return { keys: keys, entry: function (i) { return keys[i] + " " + entries[i].map(value).join(" → "); } };
  }
  function letters(text) { return text.split("").sort().join(""); }
  function number(count) { return count.toLocaleString("en"); }
  var data = document.getElementById("leaves"), place = data.previousElementSibling;
  var box = form.querySelector("input"), count = form.querySelector("output"), leaves = null;
  // A leave is found by its tiles in any order, then by a part of it.
  form.addEventListener("input", function () {
    var wanted = box.value.trim().toUpperCase(), same = [], found = [], sorted = letters(wanted);
    leaves = leaves || decode(data);
    if (wanted) leaves.keys.forEach(function (leave, i) {
      var key = leave.toUpperCase();
      if (key.length === wanted.length && letters(key) === sorted) same.push(i);
      else if (key.indexOf(wanted) >= 0) found.push(i);
    });
    found = same.concat(found);
    place.textContent = found.slice(0, MOST).map(leaves.entry).join("\n");
    count.textContent = !wanted ? "" : number(found.length) + " of " + number(leaves.keys.length) + " leaves" + (found.length > MOST ? ", the first " + number(MOST) + " shown" : "");
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.hidden = false;
})();
