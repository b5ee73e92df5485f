// Tables that sort: by a number if the cells have one, else by length and text.
Array.prototype.forEach.call(document.querySelectorAll("table.sorts"), function (table) {
  function key(row, column) {
    var cell = row.cells[column], rank = cell.dataset.rank;
    return rank === undefined ? [-cell.textContent.length, cell.textContent] : [Number(rank), ""];
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
