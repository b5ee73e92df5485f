// Tiles and patterns, read as the programs read them. Case is a matter of the
// spellings that the page lists, never of the reader's locale.
var GAP = null, MOST_PLACES = 127, NEAR = 32;
function spellings(pairs) {
  var table = { tiles: new Map(pairs), longest: 0 };
  pairs.forEach(function (pair) { table.longest = Math.max(table.longest, pair[0].length); });
  return table;
}
function longest(table, text, at) {
  for (var length = Math.min(table.longest, text.length - at); length > 0; length--) {
    var tile = table.tiles.get(text.slice(at, at + length));
    if (tile !== undefined) return { tile: tile, length: length };
  }
  return null;
}
function Alphabet(facts) {
  this.letters = spellings(facts.letters);
  this.joined = facts.joined.length ? spellings(facts.letters.concat(facts.joined)) : null;
  this.words = facts.longest && this.joined ? this.joined : this.letters;
  this.sign = facts.separator;
}
// Whether a separator stands between letters that would be one tile without it.
Alphabet.prototype.isApart = function (text, at) {
  if (!this.joined || text[at] !== this.sign) return false;
  var after = text.slice(at + 1).split(this.sign).join("").slice(0, NEAR);
  for (var start = at - 1; start >= 0 && start > at - NEAR && text[start] !== this.sign; start--) {
    var found = longest(this.joined, text.slice(start, at) + after, 0);
    if (found && found.length > at - start) return true;
  }
  return false;
};
Alphabet.prototype.read = function (text, table, apart) {
  var tiles = [];
  for (var at = 0; at < text.length;) {
    var found = longest(table, text, at);
    if (!found) return null;
    tiles.push(found.tile);
    at += found.length;
    if (apart && this.isApart(text, at)) at += 1;
  }
  return tiles;
};
function composed(text, read) { return read(text) || read(text.normalize("NFC")); }
Alphabet.prototype.word = function (text) {
  var self = this;
  return composed(text, function (text) { return self.read(text, self.words, true); });
};
Alphabet.prototype.rack = function (text) {
  var self = this;
  return composed(text, function (text) { return self.read(text, self.letters, false); });
};
function Pattern(places) { this.places = places; }
Pattern.prototype.fits = function (tiles) {
  var places = this.places, place = 0, at = 0, gap = -1, from = 0;
  while (at < tiles.length) {
    if (place < places.length && places[place] === GAP) { gap = place++; from = at; }
    else if (place < places.length && places[place](tiles[at])) { place++; at++; }
    else if (gap >= 0) { place = gap + 1; at = ++from; }
    else return false;
  }
  while (place < places.length && places[place] === GAP) place++;
  return place === places.length;
};
function one(tile) { return function (other) { return tile === other; }; }
function any() { return true; }
function refuse(message) { throw new SyntaxError(message); }
// The characters of the tiles before the first sign that is none of their brackets.
Alphabet.prototype.run = function (text) {
  for (var length = 0; ;) {
    var found = text.slice(length).search(/[?.*[\]]/);
    if (found < 0) return text.length;
    length += found;
    var close = text[length] === "[" ? text.indexOf("]", length) : -1;
    var tile = close < 0 ? null : this.word(text.slice(length, close + 1));
    if (!tile || tile.length !== 1) return length;
    length = close + 1;
  }
};
// The end of the class that a text begins with.
function classEnd(text) {
  for (var at = 0, open = 0; at < text.length; at++) {
    if (text[at] === "[") open++;
    if (text[at] === "]" && --open === 0) return at;
  }
  return refuse("expected ] after [");
}
Alphabet.prototype.oneOf = function (text) {
  var other = text[0] === "^", tiles = this.rack(other ? text.slice(1) : text);
  if (!tiles) refuse("unknown tile in [" + text + "]");
  if (!tiles.length) refuse("expected tiles in []");
  return function (tile) { return (tiles.indexOf(tile) >= 0) !== other; };
};
Alphabet.prototype.pattern = function (text) {
  var places = [];
  for (var at = 0; at < text.length;) {
    var rest = text.slice(at), length = this.run(rest);
    if (length) {
      var tiles = this.word(rest.slice(0, length));
      if (!tiles) refuse("unknown tile in " + rest.slice(0, length));
      tiles.forEach(function (tile) { places.push(one(tile)); });
    } else if (rest[0] === "[") {
      length = classEnd(rest) + 1;
      places.push(this.oneOf(rest.slice(1, length - 1)));
    } else {
      if (rest[0] === "]") refuse("expected [ before ]");
      places.push(rest[0] === "*" ? GAP : any);
      length = 1;
    }
    at += length;
  }
  var filled = places.filter(function (place) { return place !== GAP; }).length;
  if (filled > MOST_PLACES) refuse("expected at most " + MOST_PLACES + " tiles, found " + filled);
  return new Pattern(places);
};
