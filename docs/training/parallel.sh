#!/usr/bin/env bash
# Plays the games of a round by GNU parallel, here or on other machines, and brings them here. 64 parts, then the training:
#
#   parallel.sh xxl 100000 64 --sshlogin 16/first,8/second
#   xxlchess train --variant xxl --games 100000 --rounds 1
#
# The numbers are those of parts at a time, which have one thread each. Without --sshlogin the parts are played here, one on
# each core. The program must be installed on all machines. The same command goes on with what is missing.
set -eu

variant=$1 games=$2 parts=$3
shift 3

# The networks of the rounds that have ended, with which the games of the next round are played.
shopt -s nullglob
folder=training-$variant
ended=("$folder"/round-*.network "$folder"/round-*.rejected)
round=$((${#ended[@]} + 1))
networks=()
for file in "${ended[@]}"; do networks+=(--basefile "$file"); done

mkdir -p "$folder"
seq "$parts" | parallel --retries 3 "${networks[@]}" --return "$folder/round-$round.part-{}.games" "$@" \
  xxlchess train --variant "$variant" --games "$games" --games-only --part "{}/$parts" --threads 1
