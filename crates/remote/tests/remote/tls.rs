//! nginx with TLS, and a certificate of the test's own.

use std::io::ErrorKind as Io;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;
use std::{env, fs, thread};

use tagspan_remote::{ErrorKind, Object};

use crate::{bytes, is_child, read};

const NAME: &str = "tls::nginx_is_read_with_a_certificate_that_is_trusted";

/// A server that is stopped when it is dropped.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Path, port: u16) -> Option<Nginx> {
    let here = folder.display();
    let configuration = format!(
        "daemon off; master_process off; pid {here}/pid; error_log {here}/error;
         events {{}}
         http {{
             access_log off; client_body_temp_path {here}/a; proxy_temp_path {here}/b; fastcgi_temp_path {here}/c;
             uwsgi_temp_path {here}/d; scgi_temp_path {here}/e;
             server {{
                 listen 127.0.0.1:{port} ssl; root {here}/files;
                 ssl_certificate {here}/certificate; ssl_certificate_key {here}/key;
             }}
         }}"
    );
    fs::write(folder.join("nginx.conf"), configuration).unwrap();
    let nginx = if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" };
    match Command::new(nginx).arg("-c").arg(folder.join("nginx.conf")).spawn() {
        Ok(child) => Some(Nginx(child)),
        Err(error) if error.kind() == Io::NotFound => None,
        Err(error) => panic!("nginx: {error}"),
    }
}

#[test]
fn nginx_is_read_with_a_certificate_that_is_trusted() {
    if let Ok(url) = env::var("TAGSPAN_TEST_URL") {
        if env::var_os("TAGSPAN_TEST_TRUSTED").is_some() {
            let object = Object::open(&url).unwrap();
            assert!(object.has_ranges());
            assert!(read(&object).unwrap() == bytes(10_000_000));
        } else {
            let refused = Object::open(&url).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Certificate, "{refused}");
            assert!(refused.to_string().contains("set SSL_CERT_FILE"), "{refused}");
        }
        return;
    }
    let folder = env::temp_dir().join(format!("tagspan-nginx-{}", std::process::id()));
    fs::create_dir_all(folder.join("files")).unwrap();
    fs::write(folder.join("files/object"), bytes(10_000_000)).unwrap();
    let certificate = folder.join("certificate");
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(folder.join("key"))
        .arg("-out")
        .arg(&certificate)
        .output();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nginx = made.is_ok_and(|made| made.status.success()).then(|| start(&folder, port)).flatten();
    let Some(_nginx) = nginx else {
        let _ = fs::remove_dir_all(&folder);
        eprintln!(
            "nginx or openssl is missing, so nothing is read by TLS: install the packages nginx-light and openssl"
        );
        return;
    };
    for _ in 0..100 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let url = format!("https://localhost:{port}/object");
    let url = ("TAGSPAN_TEST_URL", &*url);
    is_child(NAME, &[url, ("SSL_CERT_FILE", certificate.to_str().unwrap()), ("TAGSPAN_TEST_TRUSTED", "1")]);
    is_child(NAME, &[url]);
    fs::remove_dir_all(&folder).unwrap();
}
