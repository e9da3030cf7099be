import { Problem } from "verger-client/errors";
import { expect, test } from "vitest";
import { told } from "../../src/session/api";

const body = (status: number, code: string) => ({
  ...{ type: "", title: "", status, detail: "The server's words.", instance: "", code },
  ...{ trace_id: "", remedy: "For programs." },
});

test.each([
  [429, "rate_limited", "The page has sent too many requests in a short time. Try again in 7 seconds.", ""],
  [401, "invalid_token", "Your token has ended or was revoked.", ""],
  [429, "too_many_streams", "The server's words.", "For programs."],
  [401, "missing_token", "The server's words.", "For programs."],
  [409, "wrong_step", "The server's words.", "For programs."],
])("The page shows players the problem %i %s in plain words", (status, code, detail, remedy) => {
  expect(told(new Problem(body(status, code), 7))).toMatchObject({ detail, remedy });
});
