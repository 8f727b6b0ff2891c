#!/usr/bin/env bash
# Plays the games of a round on a Slurm cluster, one part in each task of an array. The folder in which it is submitted must be
# on a file system that all nodes share. 64 parts, then the training:
#
#   games=$(sbatch --parsable --array=1-64 slurm.sh xxl 100000 64)
#   sbatch --dependency="afterok:$games" --cpus-per-task=16 --wrap "xxlchess train --variant xxl --games 100000 --rounds 1"
#
# A task that failed is submitted again by its number, such as --array=7, and goes on with its games.
#
#SBATCH --job-name=xxlchess
#SBATCH --cpus-per-task=2
#SBATCH --mem=500M
#SBATCH --requeue
set -eu

variant=$1 games=$2 parts=$3

exec xxlchess train --variant "$variant" --games "$games" --games-only \
  --part "$SLURM_ARRAY_TASK_ID/$parts" --threads "$SLURM_CPUS_PER_TASK"
