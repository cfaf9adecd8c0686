//! The table of calls in code. Each call has bits for the things that it does with data.

use std::sync::LazyLock;

use crate::sort;

/// Marks the names of calls that fetch data.
pub(super) const FETCHES: u16 = 1 << 0;
/// The bit that marks calls which fetch data into a file. The second argument of such a call is the
/// file's name.
pub(super) const SAVES: u16 = 1 << 1;
/// Marks the names of calls that send data.
pub(super) const SENDS: u16 = 1 << 2;
/// Marks the names of calls that decode data.
pub(super) const DECODES: u16 = 1 << 3;
/// Marks the names of calls that run code.
pub(super) const RUNS: u16 = 1 << 4;
/// Marks the names of calls that load a file and execute the file's code.
pub(super) const LOADS: u16 = 1 << 5;
/// Marks the names of calls that run a command.
pub(super) const COMMANDS: u16 = 1 << 6;
/// Marks the names of calls that read a file or list files.
pub(super) const READS: u16 = 1 << 7;
/// Marks the names of calls that copy a file to another name.
pub(super) const COPIES: u16 = 1 << 8;
/// Marks the names of calls that add a value to another value, such as `append` and `push`. In a
/// longer name, only the last part counts: `push` in `list.push`.
pub(super) const PUTS: u16 = 1 << 9;
/// Marks the names of calls that write a file.
pub(super) const WRITES: u16 = 1 << 10;
/// Marks the names of modules that are also common names of values. Such a name is not traced as a
/// value.
pub(super) const MODULES: u16 = 1 << 11;
/// Marks the names of calls that write a file whose path is the first argument.
pub(super) const PATHS: u16 = 1 << 12;

/// The names of calls for each kind of call, in lowercase. A name also matches a longer name that
/// ends with a dot and this name: `urlopen` matches `urllib.request.urlopen`. The names in
/// [`WHOLE`] match only themselves.
const CALLS: [(u16, &str); 13] = [
    (
        FETCHES,
        "get urlopen urlretrieve requests.get requests.post requests.request session.get httpx.get httpx.post wget.download \
     fetch axios axios.get axios.post got got.get https.get http.get https.request http.request needle downloadstring \
     downloaddata downloadfile invoke-webrequest iwr irm invoke-restmethod uri.open lwp::simple::get getstore \
     file_get_contents start-bitstransfer open-uri httpx.stream aiohttp.get got.post ky.get superagent.get \
     net::http.get_response http.newrequest reqwest::get",
    ),
    (SAVES, "urlretrieve downloadfile wget.download getstore"),
    (
        SENDS,
        "request.end req.end req.write sendall send sendto uploadstring uploaddata uploadfile fetch request post put patch \
     post_form sendmail send_message storbinary sendbeacon upload_file gethostbyname getaddrinfo dns.resolve dns.lookup \
     resolver.resolve dns.resolver.query urlopen invoke-restmethod invoke-webrequest write_message emit request.new \
     uploadvalues uploadstringasync",
    ),
    (
        DECODES,
        "b64decode b32decode b85decode a85decode urlsafe_b64decode standard_b64decode decodebytes atob frombase64string fromhex \
     unhexlify codecs.decode marshal.loads base64_decode decode64 decode_base64 fromcharcode zlib.decompress",
    ),
    (
        RUNS,
        "exec eval builtins.exec builtins.eval __builtins__.exec window.eval globalthis.eval function vm.runinthiscontext \
     vm.runinnewcontext vm.runincontext vm.script invoke-expression iex scriptblock instance_eval loadstring runpy.run_path \
     pickle.loads pickle.load cloudpickle.loads dill.loads yaml.unsafe_load jsonpickle.decode",
    ),
    (
        LOADS,
        "spec_from_file_location import_module sourcefileloader runpy.run_path execfile require import load_source \
     require_relative dofile ctypes.cdll cdll.loadlibrary",
    ),
    (
        COMMANDS,
        "os.system subprocess.run subprocess.call subprocess.getoutput subprocess.getstatusoutput check_output check_call popen \
     commands.getoutput create_subprocess_shell create_subprocess_exec execsync execfile execfilesync spawn spawnsync \
     child_process.exec cp.exec shell.exec execa system shell_exec passthru proc_open kernel.system open3.capture2 \
     do_shell_script os.execvp os.startfile exec",
    ),
    (
        READS,
        "open read readlines read_text read_bytes readfile readfilesync createreadstream readtextfile get-content gc glob iglob \
     listdir walk readdirsync readdir rglob copy copyfile copyfilesync copy2 copytree add writestr adddirectory readalltext \
     readallbytes connect file_get_contents fopen load make_archive cat readall readlink map file",
    ),
    (
        COPIES,
        "copy copyfile copyfilesync copy2 copytree make_archive",
    ),
    (
        PUTS,
        "append push update add extend setdefault set write writestr insert connect put merge assign concat unshift",
    ),
    (
        WRITES,
        "write write_text write_bytes writelines writefile writefilesync appendfile appendfilesync dump set-content add-content \
     out-file setvalueex createwritestream file.open file_put_contents writealltext appendalltext set-itemproperty \
     new-itemproperty",
    ),
    (
        MODULES,
        "path.join path.resolve path.dirname path.basename path.extname path.relative url.parse json.stringify json.parse",
    ),
    (
        PATHS,
        "writefile writefilesync appendfile appendfilesync createwritestream file_put_contents writealltext appendalltext \
     file.write file.open",
    ),
];

/// Names in [`CALLS`] that do not match the end of a longer name. For example, `exec` matches
/// `exec()` but not `pattern.exec()`, because the longer name is the name of a different call.
const WHOLE: [&str; 12] = [
    "exec", "eval", "open", "function", "system", "spawn", "got", "path", "require", "import",
    "get", "needle",
];

/// The names in [`CALLS`], in alphabetical order. The number beside a name is a set of bits, one
/// bit for each kind of call that has this name.
static BY_NAME: LazyLock<Vec<(&str, u16)>> = LazyLock::new(|| {
    let names = CALLS
        .iter()
        .flat_map(|(kind, names)| names.split(' ').map(|name| (name, *kind)));
    let mut all: Vec<_> = names.collect();
    sort::by_key(&mut all, |(name, _)| *name);
    all.dedup_by(|next, known| {
        let is_same = next.0 == known.0;
        known.1 |= if is_same { next.1 } else { 0 };
        is_same
    });
    all
});

/// A quick test whether [`BY_NAME`] may contain a name. The first letter, the last letter and the
/// length of the name select one bit. If this bit is 0, the name is not in [`BY_NAME`], so no
/// search is needed. If this bit is 1, [`BY_NAME`] is searched.
static SHAPES: LazyLock<[u64; 64]> = LazyLock::new(|| {
    let mut shapes = [0; 64];
    for (name, _) in BY_NAME.iter() {
        let (index, bit) = shape(name.as_bytes());
        shapes[index] |= bit;
    }
    shapes
});

fn shape(name: &[u8]) -> (usize, u64) {
    let first = name.first().copied().unwrap_or_default();
    let last = name.last().copied().unwrap_or_default();
    let index = usize::from(first & 31) * 2 + (name.len() >> 3 & 1);
    (index, 1 << (usize::from(last & 7) * 8 + (name.len() & 7)))
}

/// Returns the kinds of calls that a name in lowercase may mean, as bits; 0 if the name is not in
/// the table.
pub(super) fn kinds(name: &str) -> u16 {
    let of = |name: &str| {
        let (index, bit) = shape(name.as_bytes());
        if SHAPES[index] & bit == 0 {
            return 0;
        }
        let found = BY_NAME.binary_search_by(|(known, _)| (*known).cmp(name));
        found.map_or(0, |at| BY_NAME[at].1)
    };
    let mut kinds = of(name) & !PUTS;
    for at in (0..name.len()).filter(|at| matches!(name.as_bytes()[*at], b'.' | b':')) {
        let end = &name[at + 1..];
        let found = of(end);
        if found != 0 && !WHOLE.contains(&end) {
            kinds |= found & !(PUTS | MODULES);
        }
        if found & PUTS != 0 && !end.contains('.') {
            kinds |= PUTS;
        }
    }
    kinds
}
