"use strict";
// Shows only the findings that the reader asks for. Without this script all of them are there.
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const [severity, engine, text, shown, none] = ["by-severity", "by-engine", "by-text", "shown", "none"].map((id) => document.getElementById(id));
  const groups = [...document.querySelectorAll("details.group")].map((group) => ({
    group,
    wasOpen: group.open,
    findings: [...group.querySelectorAll("article.finding")].map((article) => ({
      article,
      words: article.querySelector("h3").textContent.toLowerCase(),
    })),
  }));
  const all = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    const asked = Boolean(wanted || severity.value || engine.value);
    let total = 0;
    for (const { group, wasOpen, findings } of groups) {
      let here = 0;
      for (const { article, words } of findings) {
        const fits = (!severity.value || article.dataset.severity === severity.value)
          && (!engine.value || article.dataset.engine === engine.value)
          && (!wanted || words.includes(wanted));
        article.hidden = !fits;
        here += fits;
      }
      group.hidden = here === 0;
      group.open = asked ? here > 0 : wasOpen;
      total += here;
    }
    shown.textContent = `${total} / ${all}`;
    none.hidden = total > 0;
  };
  let pending = 0;
  const later = () => { clearTimeout(pending); pending = setTimeout(apply, 120); };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", later);
  form.hidden = false;
})();
