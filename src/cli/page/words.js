// The filter of the words of a page. Without this script all words are there.
(function () {
  var PART = 1000, form = document.getElementById("filter");
  if (!form) return;
  var alphabet = new Alphabet(JSON.parse(form.dataset.alphabet));
  var found = form.querySelector("output");
  var lists = Array.prototype.map.call(document.querySelectorAll("[data-side]"), function (place) {
    var list = { place: place, side: place.dataset.side, tiles: null };
    list.count = document.getElementById(place.dataset.count);
    if (list.side === "hooks") list.items = Array.prototype.slice.call(place.tBodies[0].rows);
    else if (place.matches(".words")) list.words = Array.prototype.map.call(place.children, function (part) {
      return part.textContent.split("\n");
    }).reduce(function (all, part) { return all.concat(part); }, []);
    else list.items = Array.prototype.slice.call(place.querySelectorAll("li, dl > div"));
    return list;
  });
  function textOf(item) { return item.querySelector("b, th, dt").textContent; }
  function tilesOf(list) {
    var texts = list.words || list.items.map(textOf);
    return texts.map(function (text) { return alphabet.word(text) || []; });
  }
  // What words have to be like: a function, or none if all words are wanted.
  function wanted() {
    var conditions = [];
    function tiles(name) {
      var text = form.elements[name].value.trim();
      return text && (alphabet.word(text) || refuse("unknown tile in " + text));
    }
    [["begins", true, false], ["contains", false, false], ["ends", false, true]].forEach(function (kind) {
      attempt(kind[0], function () {
        var part = tiles(kind[0]);
        if (!part) return;
        var places = part.map(one);
        if (!kind[1]) places.unshift(GAP);
        if (!kind[2]) places.push(GAP);
        conditions.push(new Pattern(places));
      });
    });
    attempt("pattern", function () {
      var text = form.elements.pattern.value.trim();
      if (text) conditions.push(alphabet.pattern(text));
    });
    if (!conditions.length) return null;
    return function (word) { return conditions.every(function (pattern) { return pattern.fits(word); }); };
  }
  var fault = "";
  function attempt(name, read) {
    var field = form.elements[name];
    field.removeAttribute("aria-invalid");
    try { read(); } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
      field.setAttribute("aria-invalid", "true");
      fault = fault || e.message;
    }
  }
  function number(count) { return count.toLocaleString("en"); }
  function show(list, fits) {
    var length = form.elements.letters.value, side = form.elements.side.value;
    if ((fits || length) && !list.tiles) list.tiles = tilesOf(list);
    var isShown = function (at) {
      if (length && Number(length) !== list.tiles[at].length) return false;
      return !fits || fits(list.tiles[at]);
    };
    var shown = 0, all = (list.words || list.items).length;
    if (list.side !== "hooks" && side && side !== list.side) isShown = function () { return false; };
    if (list.words) {
      var kept = list.words.filter(function (_, at) { return isShown(at); });
      shown = kept.length;
      list.place.textContent = "";
      for (var at = 0; at < kept.length; at += PART) {
        var part = document.createElement("div");
        part.textContent = kept.slice(at, at + PART).join("\n");
        list.place.appendChild(part);
      }
    } else list.items.forEach(function (item, at) {
      item.hidden = !isShown(at);
      shown += item.hidden ? 0 : 1;
    });
    list.count.textContent = shown === all ? number(all) : number(shown) + " of " + number(all);
    list.place.parentNode.hidden = !shown;
    return [shown, all];
  }
  function update() {
    fault = "";
    var fits = wanted(), shown = 0, all = 0;
    if (fault) fits = function () { return false; };
    lists.forEach(function (list) {
      var counts = show(list, fits);
      if (list.side === "hooks") return;
      shown += counts[0];
      all += counts[1];
    });
    Array.prototype.forEach.call(document.querySelectorAll("section.length"), function (section) {
      section.hidden = !section.querySelector("div:not([hidden]) > [data-side]");
    });
    found.textContent = fault || (shown === all ? number(all) + " words" : number(shown) + " of " + number(all) + " words");
  }
  form.hidden = false;
  form.addEventListener("input", update);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(update, 0); });
  update();
})();
