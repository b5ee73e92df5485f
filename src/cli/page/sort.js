// Tables that sort: by the first column as they were, by others by length and text.
Array.prototype.forEach.call(document.querySelectorAll("table.sorts"), function (table) {
  var ranks = new Map();
  Array.prototype.forEach.call(table.tBodies[0].rows, function (row, at) { ranks.set(row, at); });
  function key(row, column) {
    var text = row.cells[column].textContent;
    return column ? [-text.length, text] : [ranks.get(row), ""];
  }
  Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    button.addEventListener("click", function () {
      var falls = head.getAttribute("aria-sort") === "ascending", body = table.tBodies[0];
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", falls ? "descending" : "ascending");
      var rows = Array.prototype.map.call(body.rows, function (row) { return [key(row, column), row]; });
      rows.sort(function (a, b) {
        var order = a[0][0] - b[0][0] || (a[0][1] < b[0][1] ? -1 : a[0][1] > b[0][1] ? 1 : 0);
        return falls ? -order : order;
      });
      rows.forEach(function (row) { body.appendChild(row[1]); });
    });
  });
});
