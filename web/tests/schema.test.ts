import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, test } from "vitest";
import description from "../openapi.json?raw";
import stored from "../src/api/schema?raw";

test("the types are those of the server's description", async () => {
  expect(stored).toBe(COMMENT_HEADER + astToString(await openapiTS(description)));
});
