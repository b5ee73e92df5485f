"use strict";
(function () {
  var box = document.querySelector("input[type=search]");
  if (!box) return;
  var lists = Array.prototype.map.call(document.querySelectorAll(".words[data-count]"), function (place) {
    var between = place.dataset.between === "line" ? "\n" : " ";
    var words = place.textContent.split(between).filter(Boolean);
    return { place: place, words: words, between: between, count: document.getElementById(place.dataset.count) };
  });
  box.parentElement.hidden = false;
  box.addEventListener("input", function () {
    var wanted = box.value.trim().toLocaleUpperCase();
    lists.forEach(function (list) {
      var found = list.words.filter(function (word) { return word.toLocaleUpperCase().indexOf(wanted) >= 0; });
      list.place.textContent = found.length ? found.join(list.between) : "nothing";
      list.count.textContent = wanted ? found.length + " of " + list.words.length + " shown" : "";
    });
  });
})();
