# make lexicons     build every recipe, locked, into dist/, and check the result
# make leaves       estimate the leave tables that ship; takes some minutes
# make distributed  run an estimate in shards with GNU parallel and Dask, and kill a worker
# make test         check format and lints, build the docs, run all tests
# make features     check the library with each set of features, and count its packages
# make bench        measure, as ratios to references in the same run
# make endgames     solve all golden endgames, and compare their values
# make census       compare racks on 10,000 boards of an estimate with the move generator
# make hunspell     compare the forms of Hunspell dictionaries with those of unmunch
# make fuzz-smoke   run each fuzz target for FUZZ_SECONDS
# make damage       damage full-size files thousands of times (DAMAGES of each)
# make torture      build under kills, limits, full disks and each other, for SECONDS (60)
# make deny         check licences, sources and advisories of dependencies
# make msrv         compile with the oldest supported Rust
# make overflow     run all tests of release builds with overflow checks
# make miri         run tests of graphs, leaves and tiles in an interpreter
# make callgrind    count the instructions of move generation with valgrind
# make man completions   write man pages, and completions for bash, zsh and fish, to target/pages/
# make install      install programs, man pages and completions below PREFIX (/usr/local), after DESTDIR
# make dist         write a tarball of all that and of the lexicons to target/; always the same bytes
# make sbom         write a list of all dependencies beside the tarball
# make reproducible build two clones in two folders, and compare their programs
# make gallery      render the pictures of docs/gallery.md with the system's Chromium
# make clean        remove what was built

CARGO ?= cargo
RECIPES := $(sort $(wildcard recipes/*.yaml))

# Cargo's target directory.
BUILT := $(or $(CARGO_TARGET_DIR),target)

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
PROGRAMS := klv-build kwg-build kwg-count kwg-dump movegen-check
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PACKAGE := wordmill-$(VERSION)

.PHONY: all lexicons leaves distributed test features bench endgames census hunspell fuzz-smoke damage torture deny msrv overflow miri callgrind man completions pages install dist programs reproducible sbom gallery clean

all: lexicons

# Programs must not contain paths of the machine that built them.
CARGO_HOME ?= $(HOME)/.cargo
REMAP := --remap-path-prefix=$(CURDIR)=/wordmill --remap-path-prefix=$(CARGO_HOME)=/cargo
lexicons bench install programs: export RUSTFLAGS := $(strip $(RUSTFLAGS) $(REMAP))

# SQLite is the longest step of a first build. It is left out unless a recipe makes a study database.
WITHOUT_SQLITE := $(if $(shell grep -l '^databases:' $(RECIPES)),,--no-default-features --features cli)

lexicons:
	$(CARGO) build --release --locked --bins $(WITHOUT_SQLITE)
	$(BUILT)/release/kwg-build --locked $(RECIPES)
	$(BUILT)/release/klv-build --locked $(RECIPES)
	$(BUILT)/release/movegen-check --quick $(RECIPES)

# The table has three decimals and is sorted; the archive has no name and no time.
leaves:
	$(CARGO) build --release --locked --bins
	$(BUILT)/release/klv-build --out-dir $(BUILT)/leaves leaves/scowl80.yaml
	$(BUILT)/release/kwg-dump leaves $(BUILT)/leaves/SCOWL80.klv2 | gzip -9n > leaves/scowl80.csv.gz

# Needs GNU parallel, and Python with dask and distributed.
distributed:
	$(CARGO) build --release --locked --bins
	PATH="$(abspath $(BUILT))/release:$$PATH" sh examples/distributed/check.sh

test:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items
	$(CARGO) test --locked
	$(MAKE) features

# Reading and building graphs needs few packages; recipes and programs need the rest. Lints
# ran on the code of all features; without features there is code for one thread alone.
MOST_PACKAGES := 15

features:
	$(CARGO) clippy --locked --quiet --lib --no-default-features -- -D warnings
	@for features in "" parallel recipe recipe,parallel cli sqlite; do \
	    options="--no-default-features --features=$$features"; \
	    $(CARGO) rustc --locked --quiet --lib --profile check $$options -- -D warnings || exit 1; \
	    packages=$$($(CARGO) tree --locked -e normal --prefix none $$options | sed 's/ .*//' | sort -u | wc -l); \
	    echo "features: $${features:-none}: $$packages packages"; \
	    [ -n "$$features" ] || [ $$packages -le $(MOST_PACKAGES) ] || \
	        { echo "features: expected at most $(MOST_PACKAGES) packages without features" >&2; exit 1; }; \
	done
	$(CARGO) test --locked --quiet --no-default-features --test bare --config profile.dev.package.wordmill.opt-level=0

bench:
	$(CARGO) build --release --locked --bins
	$(CARGO) bench --locked

census:
	ESTIMATE_BOARDS=10000 $(CARGO) test --locked --lib -- --nocapture racks_on_many_boards

endgames: lexicons
	$(BUILT)/release/movegen-check endgame --kwg dist/SCOWL80.kwg tests/data/golden/endgames-scowl.tsv

# Needs Debian's hunspell-tools, and the dictionaries named below. Italian has 35 million forms:
# only those without apostrophes are compared, and not the copyright notice, whose lines have
# slashes. Hungarian has more forms than the limit, and must be refused.
DICTIONARIES ?= /usr/share/hunspell
FORMS = $(BUILT)/debug/examples/hunspell

hunspell:
	$(CARGO) build --locked --example hunspell
	tools/hunspell-compare.sh $(FORMS) $(addprefix $(DICTIONARIES)/,en_US pl_PL nl)
	KEEP="^[^'/]+$$" tools/hunspell-compare.sh $(FORMS) $(DICTIONARIES)/it_IT
	@if $(FORMS) $(DICTIONARIES)/hu_HU 2>&1 >/dev/null | grep 'steps, found more'; then \
	    echo 'hu_HU: refused, as it has too many forms'; \
	else echo 'hu_HU: expected a refusal, found none' >&2; exit 1; fi

# Without a fuzzer, the same targets run as tests with more inputs.
FUZZ_SECONDS ?= 20
FUZZ_INPUTS ?= 100000
FUZZ_TARGETS := $(basename $(notdir $(sort $(wildcard fuzz/fuzz_targets/*.rs))))

fuzz-smoke:
	@if $(CARGO) +nightly fuzz --version >/dev/null 2>&1; then \
	    cd fuzz && for target in $(FUZZ_TARGETS); do \
	        mkdir -p corpus/$$target && echo "fuzz $$target" && \
	        $(CARGO) +nightly fuzz run --fuzz-dir . $$target corpus/$$target seeds/$$target -- \
	            -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=20 -rss_limit_mb=2048 \
	            -verbosity=0 -print_final_stats=1 || exit 1; \
	    done; \
	else \
	    echo "no cargo-fuzz with a nightly compiler here: the targets run as tests" && \
	    FUZZ_INPUTS=$(FUZZ_INPUTS) $(CARGO) test --locked --test it fuzz:: -- --nocapture; \
	fi

DAMAGES ?= 5000

damage:
	DAMAGES=$(DAMAGES) $(CARGO) test --locked --test it large_files::damages -- --nocapture

# Prints "N faults, 0 lost, 0 mixed" at the end; exits with 2 if anything is lost or mixed.
SECONDS ?= 60
SEED ?= 1

torture:
	TORTURE_SECONDS=$(SECONDS) TORTURE_SEED=$(SEED) $(CARGO) test --locked --test torture

deny:
	$(CARGO) deny check licenses sources bans
	$(CARGO) deny check advisories

msrv:
	$(CARGO) +$(shell sed -n 's/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml) check --locked --all-targets --target-dir target/msrv

# Other builds always have these checks.
overflow:
	CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true $(CARGO) test --release --locked --target-dir target/overflow

# Few cases, since the interpreter is slow. The queues that rayon uses are sound under tree
# borrows, but not under the older stacked borrows.
miri:
	MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-ignore-leaks" PROPTEST_CASES=4 $(CARGO) +nightly miri test --locked --lib -- $(MIRI_TESTS)

MIRI_TESTS := allocator:: tiles:: graph::node graph::read graph::query::count leave::read leave::dawg lexicon::packed_leave lexicon::words

# Counts the code as it is released: other benches are compiled with optimisation across units.
callgrind:
	$(CARGO) bench --locked --bench movegen --config 'profile.bench.lto="off"' -- count

man completions: pages

pages:
	$(CARGO) run --locked --example pages -- target/pages

install: pages
	$(CARGO) build --release --locked --bins
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(PROGRAMS:%=$(BUILT)/release/%) $(DESTDIR)$(PREFIX)/bin
	install -m 644 target/pages/man/man1/*.1 $(SHARE)/man/man1
	for program in $(PROGRAMS); do \
		install -m 644 target/pages/completions/bash/$$program.bash \
			$(SHARE)/bash-completion/completions/$$program || exit 1; \
	done
	install -m 644 target/pages/completions/zsh/* $(SHARE)/zsh/site-functions
	install -m 644 target/pages/completions/fish/* $(SHARE)/fish/vendor_completions.d

# Names are sorted, and there is no owner and no time, so the bytes depend only on the content.
dist: WITHOUT_SQLITE :=
dist: lexicons
	rm -rf target/$(PACKAGE)
	$(MAKE) install DESTDIR=$(CURDIR)/target/$(PACKAGE) PREFIX=
	install -d target/$(PACKAGE)/lexicons
	install -m 644 dist/SHA256SUMS $$(sed 's,^[0-9a-f]*  ,dist/,' dist/SHA256SUMS) target/$(PACKAGE)/lexicons
	install -m 644 README.md CHANGELOG.md LICENSE* lexicons/COPYRIGHT.* target/$(PACKAGE)
	cd target/$(PACKAGE) && find . -type f ! -path ./SHA256SUMS | LC_ALL=C sort | xargs sha256sum > SHA256SUMS
	tar -C target --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=go=rX,u+rw \
		-cf - $(PACKAGE) | gzip -n > target/$(PACKAGE).tar.gz
	cd target && sha256sum $(PACKAGE).tar.gz

# Builds the last commit in two folders: all programs, or those in BINS.
BINS ?= $(PROGRAMS)

reproducible:
	rm -rf target/reproducible
	for folder in one two/deeper; do \
	    git clone -q . target/reproducible/$$folder && \
	    env -u CARGO_TARGET_DIR $(MAKE) -C target/reproducible/$$folder programs BINS="$(BINS)" || exit 1; \
	done
	for program in $(BINS); do \
	    cmp target/reproducible/one/target/release/$$program \
	        target/reproducible/two/deeper/target/release/$$program || exit 1; \
	done
	cd target/reproducible/one/target/release && sha256sum $(BINS)

programs:
	$(CARGO) build --release --locked $(BINS:%=--bin %)

# Fixes the time, and removes the serial number and the folder, which differ from run to run.
sbom:
	SOURCE_DATE_EPOCH=0 $(CARGO) cyclonedx --format json --spec-version 1.5 \
		--override-filename wordmill.cdx
	mkdir -p target
	sed '/"serialNumber"/d; s,path+file://$(CURDIR),path+file:///wordmill,' wordmill.cdx.json > target/wordmill.cdx.json
	rm wordmill.cdx.json

# Small pictures with few colours, one of each kind of page.
GALLERY := words-1280-light words-390-dark leaves-1280-light check-1280-light match-1280-dark endgame-1280-light replay-1280-light grid-1280-light

gallery:
	rm -rf target/gallery && mkdir -p target/gallery docs/gallery
	WORDMILL_ALL_TOOLS=1 WORDMILL_GALLERY=$(CURDIR)/target/gallery $(CARGO) test --locked --test it page_views::pages_fit
	for name in $(GALLERY); do pngquant --force --speed 1 --output docs/gallery/$$name.png 32 target/gallery/$$name.png || exit 1; done

clean:
	$(CARGO) clean
	rm -rf dist
