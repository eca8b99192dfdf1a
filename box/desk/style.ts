/** The style of the booth's page: from a phone to a screen of 1366. */
export const style = `
:root { color-scheme: light; --ink: #1f2a3d; --soft: #6b7688; --line: #e3e7ee; --ground: #f4f6f9; --accent: #409eff; --good: #1f9d61; --warn: #b7791f; --bad: #d64545; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 10px 16px; background: #1d2b45; color: #fff; }
header h1 { font-size: 16px; margin: 0; }
header .facts { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; flex: 1; }
header form { margin: 0; }
header a, header button.plain { color: #cfe0ff; background: none; border: 0; padding: 4px; font: inherit; cursor: pointer; text-decoration: none; }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--good); margin-right: 6px; }
.dot.off { background: #f0a53a; }
main { padding: 12px; max-width: 1366px; margin: 0 auto; display: grid; gap: 12px; }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 12px; align-items: start; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; }
.card h2 { font-size: 14px; margin: 0 0 8px; display: flex; justify-content: space-between; gap: 8px; }
.card h2 small { color: var(--soft); font-weight: normal; }
.card.waits { border-color: #f0a53a; box-shadow: 0 0 0 1px #f0a53a; }
.quiet { color: var(--soft); } .card > .quiet { margin: 6px 0; }
.number { display: inline-block; font-size: 26px; font-weight: 600; letter-spacing: 1px; color: #fff; background: #2b62c9; border-radius: 6px; padding: 2px 12px; }
.number.c2 { background: #e8b019; color: #222; } .number.c3 { background: #fff; color: #222; border: 1px solid #bbb; } .number.c4 { background: #222; } .number.c5, .number.c6 { background: #2fa562; }
.sum { font-size: 30px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 8px 0 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 6px 0 12px; } dt { color: var(--soft); } dd { margin: 0; }
button { font: inherit; border: 1px solid var(--line); background: #fff; color: var(--ink); border-radius: 6px; padding: 9px 14px; cursor: pointer; min-height: 40px; }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; font-weight: 600; width: 100%; font-size: 16px; min-height: 48px; }
button.bad { color: var(--bad); }
input:focus-visible, select:focus-visible, button:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
tbody tr:last-child td { border-bottom: 0; }
details { border-top: 1px solid var(--line); margin-top: 10px; padding-top: 8px; } details:not([open]):last-child { margin-bottom: -6px; } summary { cursor: pointer; color: var(--soft); min-height: 28px; }
details form { display: grid; gap: 8px; margin-top: 8px; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
input, select { font: inherit; width: 100%; padding: 9px 10px; border: 1px solid #ccd3df; border-radius: 6px; min-height: 40px; background: #fff; color: var(--ink); }
table { width: 100%; border-collapse: collapse; font-size: 13px; } th { text-align: left; color: var(--soft); font-weight: normal; } th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); }
td.money, th.money { text-align: right; font-variant-numeric: tabular-nums; }
.two { display: grid; gap: 12px; grid-template-columns: 1fr; } @media (min-width: 1000px) { .two { grid-template-columns: 1fr 1fr; } }
.said { background: #fff4e0; border: 1px solid #f0d29c; border-radius: 6px; padding: 8px 12px; }
.sign { width: min(360px, 100%); margin: 8vh auto; } .sign form { display: grid; gap: 12px; } label { display: grid; gap: 4px; }
.scroll { overflow-x: auto; } .nowrap { white-space: nowrap; }
.two { align-items: start; }
@media (max-width: 600px) { header .facts { order: 9; flex-basis: 100%; } header h1 { flex: 1; } }
`;

/** Fetches the lanes anew, except while somebody types or has a drawer open. */
export const script = `
const board = document.getElementById('board');
async function renew() {
  const busy = board.querySelector('details[open]') || board.contains(document.activeElement) && document.activeElement.matches('input,select');
  if (!busy && !document.hidden) try {
    const answer = await fetch('/board' + location.search, { headers: { accept: 'text/html' } });
    if (answer.status === 401) location.reload();
    else if (answer.ok) board.innerHTML = await answer.text();
  } catch {}
  setTimeout(renew, 2000);
}
if (board) setTimeout(renew, 2000);
`;
