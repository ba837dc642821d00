// A bot in JavaScript, Node 22 or newer: node example_bot.mjs http://127.0.0.1:8010/t/CODE

const FOR_GOOD = [4400, 4401, 4404, 4410, 1009]; // close codes after which coming back is no use
const [server, code] = process.argv[2].split('/t/');
const table = `${server}/api/tables/${code}`;
const answer = await fetch(`${table}/seats`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Example', kind: 'program' }),
});
const { token } = await answer.json();
if (!token) throw new Error(`no seat: ${answer.status}`);

/** Say what to do now; undefined when it is somebody else's turn. */
function decide(stage, own) {
  if (stage !== 'playing') {
    return own ? { type: 'choose_starter', seat: own.seat } : { type: 'ready' };
  }
  if (own.may_end) return { type: 'end_turn' };
  const cost = (option) => (option.dooms ? 1000 : 0) + option.by;
  const [best] = own.legal.toSorted((one, other) => cost(one) - cost(other));
  return best && { type: 'place', card: best.card, pile: best.pile };
}

/** Play until the game is over or the connection is lost: how the game ended, or the close code. */
function play() {
  const socket = new WebSocket(`${table.replace('http', 'ws')}/socket`);
  let last = {};
  const send = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
  return new Promise((resolve) => {
    socket.onopen = () => send({ type: 'hello', token });
    socket.onerror = () => {}; // it is closed next
    socket.onclose = ({ code }) => resolve({ code });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'refused' && message.code === 'RATE') {
        setTimeout(() => send(last), 1000); // again, with the same id
      }
      if (!message.table) return;
      const { stage, play: game } = message.table;
      if (stage === 'over') {
        resolve({ outcome: game.outcome });
        socket.close();
        return;
      }
      const act = decide(stage, message.own);
      const now = `${stage} ${game && [game.turns, game.laid.length]}`;
      if (act && (now !== last.id || message.type === 'resync')) {
        last = { type: 'do', id: now, command: act, seen: message.seq };
        send(last);
      }
    };
  });
}

let ended = {};
for (let pause = 250; !ended.outcome; pause = Math.min(15000, 2 * pause)) {
  ended = await play();
  if (FOR_GOOD.includes(ended.code)) throw new Error(`the server says good-bye: ${ended.code}`);
  if (!ended.outcome) await new Promise((wake) => setTimeout(wake, pause));
}
console.log(ended.outcome.termination, ended.outcome.score);
