#!/bin/sh
# Train the examples that learn, evaluate them on the public deals, and put their results and their
# curves into the pages: scripts/baselines.sh PYTHON (one with 'tenback[rl,lab]', torch==2.13.0 and
# sb3-contrib==2.9.2). Some ten minutes on a quiet core. Training ends after so many steps, not after
# some time, so the results can be reproduced.
set -eu
python=$1
root=$(cd "$(dirname "$0")/.." && pwd)
out=${2:-$root/build/baselines}
mkdir -p "$out"
cd "$out"
train() {
    name=$1
    shift
    "$python" "$root/examples/$name.py" --minutes 600 --seed 0 "$@" --out "$name" | tee "$name.log"
}
train masked_ppo --steps 250000
train dqn --steps 200000
train self_play --players 3 --steps 400000
cp masked_ppo.json "$root/docs/leaderboard/original-1-masked-ppo.json"
cp dqn.json "$root/docs/leaderboard/original-1-dqn.json"
cp self_play.json "$root/docs/leaderboard/original-3-self-play.json"
"$python" "$root/examples/plot_curves.py" masked_ppo.csv dqn.csv self_play.csv \
    --out "$root/docs/images/learning.svg"
"$python" "$root/scripts/leaderboard.py"
