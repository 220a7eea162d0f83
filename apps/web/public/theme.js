// Runs before the first paint, so that a chosen theme does not flash. src/lib/theme.ts writes the cookie.
const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme
