// Chromium, driven over WebDriver.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const ARGUMENTS = ["headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"];
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export class Browser {
  #driver;
  #address;

  /** Null if there is none on this machine. Where tests are the gate, that is a failure. */
  static async start({ width = 1200, height = 800 } = {}) {
    const browser = new Browser();
    browser.#driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    const failed = once(browser.#driver, "error").then(() => null, () => null);
    const port = await Promise.race([portOf(browser.#driver), failed]);
    if (port === null) {
      assert.ok(!process.env.CI, "no chromedriver");
      return null;
    }
    browser.#address = `http://127.0.0.1:${port}/session`;
    const options = { args: [...ARGUMENTS, `window-size=${width},${height}`] };
    const capabilities = { "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } };
    const { sessionId } = await browser.#post("", { capabilities: { alwaysMatch: capabilities } });
    browser.#address += `/${sessionId}`;
    return browser;
  }

  async #post(command, body) {
    const response = await fetch(this.#address + command, { method: "POST", body: JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${command}: ${value.message}`);
    return value;
  }

  open(url) {
    return this.#post("/url", { url });
  }

  /** The value that a function returns, or its promise, in the page. */
  ask(task, ...args) {
    return this.#post("/execute/sync", { script: `return (${task})(...arguments)`, args });
  }

  /** Waits until a function is true in the page. */
  async wait(task, ...args) {
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      if (await this.ask(task, ...args)) return;
    }
    throw new Error(`never: ${task}`);
  }

  async type(selector, text) {
    const found = await this.#post("/element", { using: "css selector", value: selector });
    await this.#post(`/element/${found[ELEMENT]}/value`, { text });
  }

  async press(...keys) {
    const actions = keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    await this.#post("/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** The messages of scripts and of the policy. */
  log() {
    return this.#post("/se/log", { type: "browser" });
  }

  async stop() {
    await fetch(this.#address, { method: "DELETE" });
    this.#driver.kill();
  }
}

async function portOf(driver) {
  for await (const line of createInterface({ input: driver.stdout })) {
    const [, port] = /successfully on port (\d+)/.exec(line) ?? [];
    if (port !== undefined) return port;
  }
  return null;
}
