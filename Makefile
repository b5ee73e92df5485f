# make lexicons   build every recipe, locked, into dist/, and check what is there
# make test       format, lints, docs and all tests
# make bench      measurements, as ratios against references in the same run
# make callgrind  instructions that finding moves takes, counted by valgrind
# make man completions   man pages, and completions for bash, zsh and fish, in target/pages/
# make install    programs, man pages and completions, below PREFIX (/usr/local), DESTDIR before it
# make dist       a tarball of all that and of the lexica, in target/; the same bytes every time
# make clean      remove what was built

CARGO ?= cargo
RECIPES := $(sort $(wildcard recipes/*.yaml))

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
PROGRAMS := klv-build kwg-build kwg-count kwg-dump movegen-check
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PACKAGE := wordmill-$(VERSION)

.PHONY: all lexicons test bench callgrind man completions pages install dist clean

all: lexicons

lexicons:
	$(CARGO) build --release --locked --bins
	target/release/kwg-build --locked $(RECIPES)
	target/release/klv-build --locked $(RECIPES)
	target/release/movegen-check --quick $(RECIPES)

test:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items
	$(CARGO) test --locked

bench:
	$(CARGO) build --release --locked --bins
	$(CARGO) bench --locked

callgrind:
	$(CARGO) bench --locked --bench movegen -- count

man completions: pages

pages:
	$(CARGO) run --release --locked --example pages -- target/pages

install: pages
	$(CARGO) build --release --locked --bins
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(PROGRAMS:%=target/release/%) $(DESTDIR)$(PREFIX)/bin
	install -m 644 target/pages/man/man1/*.1 $(SHARE)/man/man1
	for program in $(PROGRAMS); do \
		install -m 644 target/pages/completions/bash/$$program.bash \
			$(SHARE)/bash-completion/completions/$$program || exit 1; \
	done
	install -m 644 target/pages/completions/zsh/* $(SHARE)/zsh/site-functions
	install -m 644 target/pages/completions/fish/* $(SHARE)/fish/vendor_completions.d

# Sorted names, no owner, no time: what is in it decides alone what bytes it has.
dist: lexicons
	rm -rf target/$(PACKAGE)
	$(MAKE) install DESTDIR=$(CURDIR)/target/$(PACKAGE) PREFIX=
	install -d target/$(PACKAGE)/lexica
	install -m 644 dist/SHA256SUMS $$(sed 's,^[0-9a-f]*  ,dist/,' dist/SHA256SUMS) target/$(PACKAGE)/lexica
	install -m 644 README.md CHANGELOG.md LICENSE* lexicons/COPYRIGHT.scowl target/$(PACKAGE)
	cd target/$(PACKAGE) && find . -type f ! -path ./SHA256SUMS | LC_ALL=C sort | xargs sha256sum > SHA256SUMS
	tar -C target --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=go=rX,u+rw \
		-cf - $(PACKAGE) | gzip -n > target/$(PACKAGE).tar.gz
	cd target && sha256sum $(PACKAGE).tar.gz

clean:
	$(CARGO) clean
	rm -rf dist
