"use strict";
(function () {
  var PART = 500;
  var box = document.querySelector("input[type=search]");
  if (!box) return;
  // What an entry is searched by is its word; in lines, more follows.
  var lists = Array.prototype.map.call(document.querySelectorAll(".words[data-count]"), function (place) {
    var between = place.dataset.between === "line" ? "\n" : " ";
    var list = { place: place, between: between, entries: [], keys: [], count: document.getElementById(place.dataset.count) };
    Array.prototype.forEach.call(place.children, function (part) {
      part.textContent.split(between).forEach(function (entry) {
        list.entries.push(entry);
        list.keys.push(entry.split(" ", 1)[0].toLocaleUpperCase());
      });
    });
    return list;
  });
  function show(list, entries) {
    var parts = document.createDocumentFragment();
    for (var i = 0; i < entries.length; i += PART) {
      var part = document.createElement("div");
      part.textContent = entries.slice(i, i + PART).join(list.between);
      parts.appendChild(part);
    }
    if (!entries.length) parts.appendChild(document.createTextNode("nothing"));
    list.place.textContent = "";
    list.place.appendChild(parts);
    list.place.scrollTop = 0;
  }
  box.parentElement.hidden = false;
  box.addEventListener("input", function () {
    var wanted = box.value.trim().toLocaleUpperCase();
    lists.forEach(function (list) {
      var found = list.entries.filter(function (_, i) { return list.keys[i].indexOf(wanted) >= 0; });
      show(list, found);
      list.count.textContent = wanted ? found.length.toLocaleString("en") + " of " + list.entries.length.toLocaleString("en") + " shown" : "";
    });
  });
})();
