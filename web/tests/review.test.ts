import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerError } from "../src/api/client";
import type { ReviewState } from "../src/api/types";

const api = vi.hoisted(() => ({ review: vi.fn(), beginReview: vi.fn(), stopReview: vi.fn() }));
vi.mock("../src/api/client", async (original) => ({ ...(await original<object>()), api }));

import { ReviewWatch } from "../src/replay/review.svelte";

const state = (status: ReviewState["status"], done = 0) => ({ status, done }) as ReviewState;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

describe("a review", () => {
  it("is watched until it is ready, and told then", async () => {
    const ready = vi.fn();
    const watch = new ReviewWatch("g", ready);
    api.review.mockResolvedValueOnce(state("none"));
    await watch.look();
    api.beginReview.mockResolvedValue(state("waiting"));
    api.review.mockResolvedValueOnce(state("working", 0.4)).mockResolvedValueOnce(state("ready", 1));
    await watch.begin();
    await vi.advanceTimersByTimeAsync(1000);
    expect(watch.state?.done).toBe(0.4);
    expect(ready).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(watch.state?.status).toBe("ready");
    expect(ready).toHaveBeenCalledOnce();
    expect(api.review).toHaveBeenCalledTimes(3);
  });

  it("that was ready before is not announced", async () => {
    const ready = vi.fn();
    api.review.mockResolvedValue(state("ready", 1));
    await new ReviewWatch("g", ready).look();
    expect(ready).not.toHaveBeenCalled();
  });

  it("is not asked for any more when its panel is closed, or when it was stopped", async () => {
    const watch = new ReviewWatch("g", () => undefined);
    api.review.mockResolvedValue(state("working"));
    api.stopReview.mockResolvedValue(state("none"));
    await watch.look();
    await watch.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.review).toHaveBeenCalledTimes(1);
    await watch.look();
    watch.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.review).toHaveBeenCalledTimes(2);
  });

  it("that the server refuses says why", async () => {
    const watch = new ReviewWatch("g", () => undefined);
    const problem = { error: "not now", text: "many reviews wait already", rule: "", number: null };
    api.beginReview.mockRejectedValue(new ServerError(409, problem));
    await watch.begin();
    expect(watch.wrong).toBe("Many reviews wait already.");
  });
});
