//! Commands that destroy data, remove a protection, delete traces or give rights away: the effects that need no data
//! from elsewhere.

use std::sync::LazyLock;

use super::act::ActKind::{self, Destroys, Disables, RemoteShell};
use super::words::Word;
use crate::hashing::HashMap;
use crate::safety::lists::{is_in, rows};

/// The table of harmful commands. The columns are
///
/// - the names of the programs,
/// - the words that the arguments must contain, where spaces separate required words and `|`
///   separates alternatives (a word of at least four letters may be a part of an argument),
/// - the effect of the command, with a `!` if the command has no harmless meaning in a skill,
/// - a text for messages that names what the command destroys or disables, such as `the firewall`.
const HARMS: &str = "
set-mppreference : -disable : off! : Microsoft Defender
add-mppreference set-mppreference : -exclusion c: : off! : Microsoft Defender
add-mppreference set-mppreference : -exclusion : off : Microsoft Defender
stop-service set-service sc sc.exe net : windefend|sense|mpssvc|wscsvc|securityhealth|sysmon : off! : a protection of Windows
systemctl service launchctl chkconfig : disable|stop|mask|unload|bootout|off auditd|falcon|clam|crowdstrike|apparmor|osquery|sentinel|mdatp|wazuh|ossec|defender|carbonblack|cylance|sophos|santa : off! : a protection of the machine
systemctl service : disable|stop|mask firewalld|ufw|nftables|fail2ban|iptables : off : the firewall
pkill killall taskkill : falcon|clamd|msmpeng|osquery|auditd|mdatp|sentinel|wazuh|santa|sysmon|defender : off! : a protection of the machine
apt apt-get yum dnf brew : remove|purge|uninstall auditd|falcon|clamav|crowdstrike|apparmor|osquery|wazuh|fail2ban : off! : a protection of the machine
netsh : firewall off|disable : off! : the firewall
set-netfirewallprofile : false : off! : the firewall
ufw : disable : off : the firewall
iptables ip6tables : -f|--flush : off : the firewall
nft : flush ruleset : off : the firewall
setenforce : 0|permissive : off : SELinux
spctl : --master-disable|--global-disable : off! : Gatekeeper
csrutil : disable : off! : the protection of macOS
reg new-itemproperty set-itemproperty : enablelua|disableantispyware|disablerealtimemonitoring|disablebehaviormonitoring|enablesmartscreen : off! : a protection of Windows
bcdedit : recoveryenabled|testsigning|nointegritychecks|bootstatuspolicy : off! : a protection of Windows
wevtutil : cl|clear-log : off! : the event log
clear-eventlog remove-eventlog :  : off! : the event log
auditpol : /clear|/remove : off! : the audit log
auditctl : -e 0 : off! : the audit log
aws : cloudtrail stop-logging|delete-trail : off! : the audit log
aws : delete-detector|delete-flow-logs|disable-security-hub|delete-configuration-recorder : off! : a protection of the account
gh : delete protection : off : the protection of a branch
git : config --global|--system sslverify false|0 : off! : the check of certificates
npm yarn pnpm : set strict-ssl false : off! : the check of certificates
pip pip3 : config set trusted-host : off : the check of certificates
history : -c|-cw : off : the history of the shell
unset : histfile : off! : the history of the shell
useradd : -o 0 : off! : the limits of a user
net : localgroup administrators /add : off! : the limits of a user
chmod : u+s|4755|+s /bin/|/usr/bin/ : off! : the limits of a user
docker podman : run /:/ : off : the walls of the container
gh : repo edit --visibility public : off : the privacy of the repository
aws : put-bucket-acl public-read : off : the privacy of a bucket
gsutil : iam allusers : off : the privacy of a bucket
tmate :  : shell : 
ttyd gotty wetty : bash|zsh|/bin/sh|login : shell! : 
ngrok bore : tcp 22|localhost:22 : shell! : 
vssadmin : shadows|shadowstorage delete|resize : destroy! : the backups of the machine
wmic : shadowcopy delete : destroy! : the backups of the machine
wbadmin : delete : destroy! : the backups of the machine
tmutil : deletelocalsnapshots|delete|disable : destroy : the backups of the machine
wipefs mkfs mkfs.ext4 mkfs.xfs dd shred : /dev/sda|/dev/nvme0n1|/dev/vda|/dev/disk0 : destroy : a disk
format : c: : destroy! : a disk
clear-disk :  : destroy : a disk
aws : delete-recovery-point|delete-backup-vault : destroy : backups
restic borg : forget|delete|prune --unsafe-allow-remove-all|::* : destroy! : backups
rm del rd rmdir remove-item ri shred srm truncate find : removed : : 
git : push : pushed : : 
";

/// The rows of the table [`HARMS`], keyed by the name of a program. Each row has the four columns
/// of the table.
static BY_NAME: LazyLock<HashMap<&str, Vec<[&str; 4]>>> = LazyLock::new(|| {
    let mut by_name: HashMap<&str, Vec<[&str; 4]>> = HashMap::default();
    for row in rows::<4>(HARMS) {
        for name in row[0].split(' ') {
            by_name.entry(name).or_default().push(row);
        }
    }
    by_name
});

/// Paths of folders with the data of the user or the files of the system. Only these exact paths
/// count, because the removal of a single file in these folders is usually harmless.
const PRECIOUS: &str = "/ ~ /home /users /etc /usr /var /boot /root /lib c: d: c:/users ~/documents ~/pictures ~/desktop \
    ~/projects ~/code ~/work ~/workspace ~/repos ~/src ~/dev ~/music ~/movies ~/videos ~/.ssh ~/.gnupg ~/.config /var/lib";

/// Paths of folders with backups, or with the skills and settings of agents. Only these exact paths
/// count, because the removal of a single file in these folders is usually harmless.
const OTHERS: &str = "/var/backups /backups ~/backups ~/.claude ~/.claude/skills ~/.codex/skills ~/.agents/skills .claude/skills";

/// Paths of logs and shell histories. These files record earlier events and commands.
const TRACES: &str = "/var/log ~/.bash_history ~/.zsh_history";

/// Returns the harm of the program `name` with the arguments `words`. Returns `None` if the command
/// is not in [`HARMS`]. The harm consists of
///
/// - the kind of the effect,
/// - a text for messages that names what the command destroys or disables, such as `the firewall`,
/// - a flag, which is true if the command has no harmless meaning in a skill.
pub(super) fn harm(name: &str, words: &[Word]) -> Option<(ActKind, String, bool)> {
    let rows = BY_NAME.get(name)?;
    let texts: Vec<_> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let has = |wanted: &str| {
        let is_it = |word: &str, text: &String| {
            text.trim_end_matches('\\') == word || word.len() > 3 && text.contains(word)
        };
        let is_among = |word: &str| texts.iter().any(|text| is_it(word, text));
        wanted
            .split_ascii_whitespace()
            .all(|all| all.split('|').any(is_among))
    };
    rows.iter()
        .find_map(|[_, wanted, effect, object]| match *wanted {
            "removed" => removed(name, words, &texts),
            "push" => has("push").then(|| pushed(&texts)).flatten(),
            _ => has(wanted).then(|| {
                let kind = match effect.trim_end_matches('!') {
                    "off" => Disables,
                    "shell" => RemoteShell,
                    _ => Destroys,
                };
                (kind, (*object).to_owned(), effect.ends_with('!'))
            }),
        })
}

/// Returns the harm of the program `name` if it removes important files. `words` are the program's
/// arguments, and `texts` are the same arguments in lowercase. The harm consists of
///
/// - the kind of the effect,
/// - the path of the removed file or folder, for messages,
/// - a flag, which is true if no skill needs to remove this path.
fn removed(name: &str, words: &[Word], texts: &[String]) -> Option<(ActKind, String, bool)> {
    let has = |is_it: &dyn Fn(&str) -> bool| texts.iter().any(|text| is_it(text));
    let is_recursive = |text: &str| {
        let letters = text.trim_start_matches('-');
        let is_short = text.len() - letters.len() == 1;
        is_short && letters.contains('r') || text.starts_with("--rec") || text == "/s"
    };
    let is_search = name == "find";
    let is_all = match name {
        "shred" | "srm" | "truncate" => true,
        "find" => {
            has(&|text| matches!(text, "-delete" | "rm" | "shred"))
                && !has(&|text| text.contains("name") || text.starts_with("-path"))
        }
        _ => has(&is_recursive),
    };
    let is_option = |text: &str| text.starts_with('-') || text.starts_with('/') && text.len() == 2;
    let operands = words.iter().zip(texts).filter(|(_, text)| !is_option(text));
    let harms = operands
        .take(if is_search { 1 } else { 32 })
        .filter_map(|(word, text)| {
            let path = normal(text);
            let (kind, is_certain) = match &*path {
                path if is_in(path, PRECIOUS) && is_all => (Destroys, true),
                path if is_in(path, OTHERS) && is_all => (Destroys, false),
                path if is_in(path, TRACES) && !is_search => (Disables, false),
                _ => return None,
            };
            Some((kind, word.text.clone(), is_certain))
        });
    harms.max_by_key(|(.., is_certain)| *is_certain)
}

/// Converts a path in lowercase into a form that can be compared. All names of the home folder,
/// such as `$home`, become `~`. A `/*` at the end is removed, because it means all files of the
/// folder.
fn normal(path: &str) -> String {
    let mut path = path.replace('\\', "/").replace(['"', '\''], "");
    for home in [
        "${home}",
        "$home",
        "%userprofile%",
        "$env:userprofile",
        "/root",
        "$env:home",
    ] {
        if let Some(rest) = path.strip_prefix(home) {
            path = format!("~{rest}");
        }
    }
    let short = path.trim_end_matches(['*', '.']).trim_end_matches('/');
    let is_root = short.is_empty() && path.starts_with('/');
    if is_root {
        "/".to_owned()
    } else {
        short.to_owned()
    }
}

/// Returns the harm of a `git push` that deletes many branches. Returns `None` for all other
/// pushes.
fn pushed(texts: &[String]) -> Option<(ActKind, String, bool)> {
    let deletes = texts.iter().any(|text| text == "--delete" || text == "-d");
    let is_many = texts
        .iter()
        .any(|text| text.starts_with("$(") || text.contains("git branch"));
    (deletes && is_many).then(|| {
        (
            Destroys,
            "the branches of the remote repository".to_owned(),
            true,
        )
    })
}
