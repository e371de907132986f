// Every text that people see goes through t() or tn(). The English text is the key and stays beside the code that uses it.
//
// A translation is a file `words/<language>.json` beside the page: {"End round": "Runde beenden", "{n} model": {"one": "…", "other": "…"}}.
// The language comes from `?words=` in the address, else from the setting, else from the browser. English needs no file.

const KEY = "surefoot.words";
const ENGLISH = "en-GB";
/** The pseudo-locale: shows which texts go through this module. */
const PSEUDO = "en-XA";
const ACCENTS = Object.fromEntries([..."AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŘSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrřsštţuûvṽwŵxẋyýzž"].reduce((pairs, each, i, all) => (i % 2 ? pairs : [...pairs, [each, all[i + 1]]]), []));

/** Languages with a catalogue on this server. */
const CATALOGUES = (document.querySelector("meta[name=words]")?.content ?? "").split(" ").filter(Boolean);

/** All languages to choose from. */
export const LANGUAGES = [ENGLISH, ...CATALOGUES];

/** The language in use. */
export const LANGUAGE = chosen();
/** The language whose number, list and plural formats are used. */
export const LOCALE = LANGUAGE === PSEUDO ? ENGLISH : LANGUAGE;

const catalogue = CATALOGUES.includes(LANGUAGE) ? await loaded(LANGUAGE) : {};
const plurals = new Intl.PluralRules(LOCALE);
// A table within another page leaves the language of that page alone.
if (document.querySelector("meta[name=words]")) document.documentElement.lang = LANGUAGE;

/** The first wanted language that this server has, English if there is none. */
function chosen() {
  const wanted = [new URLSearchParams(location.search).get("words"), setting(), ...navigator.languages];
  for (const each of wanted.filter(Boolean)) {
    if (each === PSEUDO) return PSEUDO;
    const short = each.split("-")[0];
    const found = CATALOGUES.find((known) => known === each) ?? CATALOGUES.find((known) => known.split("-")[0] === short);
    if (found || short === "en") return found ?? ENGLISH;
  }
  return ENGLISH;
}

function setting() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Choose a language; the page is loaded again in it. */
export function chooseLanguage(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts for this address only.
  }
  const address = new URL(location.href);
  address.searchParams.set("words", language);
  location.replace(address);
}

/** The catalogue of a language; English is shown if it can't be loaded. */
async function loaded(language) {
  try {
    return await (await fetch(new URL(`../words/${language}.json`, import.meta.url))).json();
  } catch {
    return {};
  }
}

/** Text with its fields filled in: t("Round {n}", { n: 3 }). The first argument is a literal, so that it can be extracted. */
export function t(text, fields = {}) {
  return spoken(catalogue[text] ?? text, fields);
}

/** A text that depends on a number, which is also its field {n}: tn("{n} model", "{n} models", 3). */
export function tn(one, many, n, fields = {}) {
  const forms = catalogue[one];
  const text = forms ? forms[plurals.select(n)] ?? forms.other : n === 1 ? one : many;
  return spoken(text, { n, ...fields });
}

function spoken(text, fields) {
  const parts = text.split(/\{(\w+)\}/);
  const filled = parts.map((part, i) => (i % 2 ? String(fields[part] ?? `{${part}}`) : accented(part))).join("");
  return bracketed(filled);
}

const accented = (text) => (LANGUAGE === PSEUDO ? [...text].map((each) => ACCENTS[each] ?? each).join("") : text);

/** In the pseudo-locale, the brackets round everything that came through this module. */
export const bracketed = (text) => (LANGUAGE === PSEUDO ? `⟦${text}⟧` : text);
