# Builds the engine alone, for OpenBench and other test frameworks:
#
#   make [EXE=FILE] [EVALFILE=NETWORK]
#
# The network EVALFILE takes the place of the built-in ones of all variants that it fits. See docs/openbench.md.
EXE = xxlchess-engine

.PHONY: all
all:
	cargo build --locked --release -p xxlchess-core $(if $(EVALFILE),--features evalfile)
	cp $${CARGO_TARGET_DIR:-target}/release/xxlchess-engine$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)

# The compiler needs the whole path of the network.
ifdef EVALFILE
export override EVALFILE := $(abspath $(EVALFILE))
endif
