// A sandbox for a released program. Its root contains only the system's programs, and its network
// has only the loopback device. It needs no special rights, because user namespaces of the kernel
// give them inside the sandbox (`unshare` of util-linux).
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Folders of the file system's root that belong to the sandbox, not to a workspace. */
export const SYSTEM = [
  "usr",
  "bin",
  "sbin",
  "lib",
  "lib64",
  "dev",
  "proc",
  "etc",
  "tmp",
  "run",
  "var",
  "program",
  "node",
  "recorders",
  "exchange",
];

/**
 * The shell script that creates the sandbox's root in a mount namespace and enters it.
 * `$1` is the folder of the root. The following arguments are mounted folders as `from:to`.
 */
const ENTER = `
set -e
R=$1; shift
mount -t tmpfs -o size=4g none "$R"
mkdir -p "$R"/{usr,dev,proc,etc,tmp,run,var/tmp}
for name in bin sbin lib lib64; do ln -s usr/$name "$R/$name"; done
mount --rbind /usr "$R/usr"; mount --rbind /dev "$R/dev"; mount --rbind /proc "$R/proc"
printf 'root:x:0:0:root:/root:/bin/bash\\n' > "$R/etc/passwd"
printf 'root:x:0:\\n' > "$R/etc/group"
printf '127.0.0.1 localhost\\n' > "$R/etc/hosts"
printf 'hosts: files\\npasswd: files\\ngroup: files\\n' > "$R/etc/nsswitch.conf"
[ -d /etc/alternatives ] && cp -r /etc/alternatives "$R/etc/"
[ -d /etc/ssl/certs ] && mkdir -p "$R/etc/ssl" && { cp -rL /etc/ssl/certs "$R/etc/ssl/" 2>/dev/null || true; }
[ -f /etc/ld.so.cache ] && cp /etc/ld.so.cache "$R/etc/"
while [ "$1" != "--" ]; do mkdir -p "$R/\${1#*:}"; mount --rbind "\${1%%:*}" "$R/\${1#*:}"; shift; done
shift
ip link set lo up
exec chroot "$R" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 "$@"
`;

/**
 * Starts a command in a sandbox, and returns its process with pipes for the output.
 * `root` is an empty folder. `mounts` names the folders that the command can see, as `from:to`.
 */
export function enter(root, mounts, command) {
  const spaces = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"];
  const args = [...spaces, "bash", "-c", ENTER, "enter", root, ...mounts, "--", ...command];
  return spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Asks a program about cases in a sandbox, and returns the answered cases. A case without an answer
 * is returned with `failure`.
 * `program` is the folder of the installed program, `node` the executable that runs the recorder in
 * the sandbox.
 */
export function askInside(host, version, cases, { program, node, notify }) {
  const exchange = mkdtempSync(join(tmpdir(), "skillglass-record-"));
  const root = join(exchange, "root");
  mkdirSync(root);
  writeFileSync(join(exchange, "cases.json"), JSON.stringify(cases));
  const mounts = [`${program}:program`, `${HERE}:recorders`, `${exchange}:exchange`, `${dirname(dirname(node))}:node`];
  const inside = ["/node/bin/node", "/recorders/inside.mjs", host, version];
  const child = enter(root, mounts, inside);
  const answered = [];
  let rest = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      answered.push(JSON.parse(line));
      notify?.(answered.at(-1));
    }
  });
  child.stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      rmSync(exchange, { recursive: true, force: true });
      if (status === 0) resolve(answered);
      else
        reject(
          new Error(`The sandbox ended with status ${status} after ${answered.length} of ${cases.length} cases.\n${errors.slice(-2000)}`),
        );
    });
  });
}
