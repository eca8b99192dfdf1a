// Loaded into every program the launcher runs: when the launcher is killed and cannot forward the signal, the program gets SIGTERM instead
// of continuing unnoticed.
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
