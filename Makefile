# make lexicons   build every recipe, locked, into dist/, and check what is there
# make test       format, lints, docs and all tests
# make bench      measurements, as ratios against references in the same run
# make callgrind  instructions that finding moves takes, counted by valgrind
# make clean      remove what was built

CARGO ?= cargo
RECIPES := $(sort $(wildcard recipes/*.yaml))

.PHONY: all lexicons test bench callgrind clean

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

clean:
	$(CARGO) clean
	rm -rf dist
