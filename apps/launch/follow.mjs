// Loaded into every program the launcher runs: when the launcher is killed hard and cannot hand the signal on,
// the program gets the polite one instead of living on unseen.
const launcher = Number(process.env.BOYUN_LAUNCHER);
if (launcher && launcher === process.ppid && process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1_000);
  watch.unref();
}
delete process.env.BOYUN_LAUNCHER;
