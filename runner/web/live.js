"use strict";
// Keeps a page of `skald serve` up to date: asks the server for changes every two seconds.
(() => {
  const every = 2000, longest = 30000;  // ms between requests; at most, after failures
  const element = document.getElementById("page");
  const silence = document.getElementById("silence");
  const {feed} = element.dataset;
  if (feed === "") return;  // the page does not change
  let version = element.dataset.version;
  let contents = element.dataset.contents;
  let wait = every, timer = 0, isAsking = false;

  const say = (text) => {
    if (silence.textContent !== text) silence.textContent = text;
    silence.hidden = text === "";
  };

  const left = (seconds) => {
    if (seconds < 5) return "a few seconds left";
    if (seconds < 90) return `about ${Math.round(seconds)} s left`;
    if (seconds < 5400) return `about ${Math.round(seconds / 60)} min left`;
    if (seconds < 172800) return `about ${Math.round(seconds / 3600)} h left`;
    return `about ${Math.round(seconds / 86400)} days left`;
  };
  const countDown = () => {
    for (const note of document.querySelectorAll("[data-until]")) {
      const text = left(Number(note.dataset.until) - Date.now() / 1000);
      if (note.textContent !== text) note.textContent = text;
    }
  };

  const take = (news) => {
    version = news.version;
    contents = news.contents;
    document.title = news.title;
    if (news.body !== undefined) page.refresh(element, news.body, news.data);
    const progress = document.getElementById("progress");
    if (progress !== null && news.progress !== undefined) page.refresh(progress, news.progress);
    element.dataset.version = version;
    countDown();
  };

  const ask = async () => {
    isAsking = true;
    clearTimeout(timer);
    try {
      const mark = feed.includes("?") ? "&" : "?";
      const have = contents ? `${mark}have=${encodeURIComponent(contents)}` : "";
      const answer = await fetch(feed + have, {
        headers: {"If-None-Match": version}, cache: "no-store", credentials: "same-origin",
        signal: AbortSignal.timeout(longest)});
      if (answer.status === 403) {
        say("The server was started again: open the address that it printed then.");
        wait = longest;
      } else if (!answer.ok && answer.status !== 304) {
        throw new Error(String(answer.status));
      } else {
        if (answer.status === 200) take(await answer.json());
        say("");
        wait = every;
      }
    } catch {
      say("The server does not answer. What stands here is as it was last.");
      wait = Math.min(longest, 2 * wait);
    }
    isAsking = false;
    if (!document.hidden) timer = setTimeout(ask, wait);
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(timer);
    else if (!isAsking) ask();
  });
  setInterval(countDown, 1000);
  countDown();
  timer = setTimeout(ask, contents ? every : 200);
})();
