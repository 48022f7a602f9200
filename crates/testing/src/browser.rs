//! Chromium, driven over WebDriver, for tests that compare with a browser.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A browser that a test drives.
#[derive(Debug)]
pub struct Browser {
    driver: Child,
    /// Kept open, as the driver writes to it.
    _stdout: BufReader<ChildStdout>,
    session: String,
}

impl Browser {
    /// None if there is no browser on this machine. Where tests are the gate, that is a failure.
    pub fn start() -> Option<Browser> {
        let spawned =
            Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut driver = match spawned {
            Ok(driver) => driver,
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "chromedriver: {error}; install chromium-driver");
                eprintln!("skipped: chromedriver: {error}; install chromium and chromium-driver");
                return None;
            }
        };
        let mut stdout = BufReader::new(driver.stdout.take().expect("it is a pipe"));
        let mut line = String::new();
        let port = loop {
            line.clear();
            assert_ne!(stdout.read_line(&mut line).unwrap(), 0, "chromedriver ended");
            if let Some((_, port)) = line.trim_end().trim_end_matches('.').split_once("successfully on port ")
            {
                break port.to_owned();
            }
        };
        let mut browser =
            Browser { driver, _stdout: stdout, session: format!("http://127.0.0.1:{port}/session") };
        let options = json!({"args": ["headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=1200,800"]});
        let capabilities = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let started = browser.post("", &json!({"capabilities": {"alwaysMatch": capabilities}}));
        browser.session += &format!("/{}", started["sessionId"].as_str().unwrap());
        Some(browser)
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let mut answer = ureq::post(format!("{}{command}", self.session)).send_json(body).unwrap();
        answer.body_mut().read_json::<Value>().unwrap()["value"].take()
    }

    /// The value that a function body returns in the page.
    pub fn ask(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Moves the pointer to an element.
    pub fn hover(&self, selector: &str) {
        let element = self.post("/element", &json!({"using": "css selector", "value": selector}));
        let action = json!({"type": "pointerMove", "duration": 0, "origin": element, "x": 0, "y": 0});
        let pointer = json!({"type": "pointer", "id": "pointer", "actions": [action]});
        self.post("/actions", &json!({"actions": [pointer]}));
    }

    /// Presses a key.
    pub fn press(&self, key: &str) {
        let actions = json!([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]);
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// Opens a page.
    pub fn open(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
    }

    /// The messages of scripts and of the policy.
    pub fn log(&self) -> Value {
        self.post("/se/log", &json!({"type": "browser"}))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends the browser; the driver is killed in any case.
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
