//! The scripts of `examples/distributed` that no test runs: their syntax, and
//! the fields that their engines need.

use crate::support::harness::repo;
use crate::support::tools::missing;
use serde_yaml::Value;
use std::fs;
use std::process::Command;

#[test]
fn scripts_are_shell_scripts() {
    if Command::new("bash").arg("--version").output().is_err() {
        return missing("bash");
    }
    let folder = repo().join("examples/distributed");
    for script in ["check.sh", "parallel.sh", "slurm.sbatch"] {
        let mut bash = Command::new("bash");
        let output = bash.arg("-n").arg(folder.join(script)).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && error.is_empty(), "{error}");
    }
    let sbatch = fs::read_to_string(folder.join("slurm.sbatch")).unwrap();
    let options = sbatch.lines().filter(|line| line.starts_with("#SBATCH "));
    let options: Vec<&str> = options.map(|line| &line["#SBATCH ".len()..]).collect();
    for wanted in ["--array=1-16", "--requeue", "--mem=512M"] {
        assert!(options.contains(&wanted), "{options:?}");
    }
    // Slurm reads no options after the first command.
    let (head, body) = sbatch.split_once("set -eu").unwrap();
    assert!(head.contains("#SBATCH") && !body.contains("#SBATCH"));
}

#[test]
fn the_kubernetes_job_is_an_indexed_one() {
    let path = repo().join("examples/distributed/kubernetes-job.yaml");
    let job: Value = serde_yaml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(job["apiVersion"], "batch/v1");
    assert_eq!(job["kind"], "Job");
    let spec = &job["spec"];
    assert_eq!(spec["completionMode"], "Indexed");
    let completions = spec["completions"].as_u64().unwrap();
    assert!(spec["parallelism"].as_u64().unwrap() <= completions);
    let pod = &spec["template"]["spec"];
    // Jobs take no other policy than this one and Never.
    assert_eq!(pod["restartPolicy"], "OnFailure");
    let container = &pod["containers"][0];
    let script = container["args"][0].as_str().unwrap();
    assert!(script.contains("JOB_COMPLETION_INDEX + 1"));
    assert!(script.contains(&format!("--shard $shard/{completions}")));
    assert_eq!(
        container["volumeMounts"][0]["name"],
        pod["volumes"][0]["name"]
    );
    for key in job.as_mapping().unwrap().keys() {
        let known = ["apiVersion", "kind", "metadata", "spec"];
        assert!(known.contains(&key.as_str().unwrap()));
    }
}
