/** Demo accounts, and one unknown to the marketplace. */
export const usernames = ['buyer', 'broker2', 'seller', 'stranger'] as const

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 10vh auto; padding: 0 1.5rem; }
a, button { display: block; box-sizing: border-box; width: 100%; margin: .5rem 0; padding: .75rem 1rem; font: inherit; font-weight: 600; text-align: center; }
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

function page(name: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(name)}</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(name)}</h1>
${content}
    </main>
  </body>
</html>
`
}

/** `next`: where to continue after login. */
export function logInPage({ name, next }: { name: string; next?: string }): string {
  const buttons = usernames.map(
    (username) => `        <button name="username" value="${username}">Log in as ${username}</button>`,
  )
  const field =
    next === undefined ? '' : `        <input type="hidden" name="next" value="${escaped(next)}" />\n`
  return page(
    name,
    `      <p>A demo site. Choose an account to log in.</p>
      <form method="post" action="/log-in">
${field}${buttons.join('\n')}
      </form>`,
  )
}

interface HomePage {
  name: string
  username: string
  links: { text: string; href: string }[]
}

export function homePage({ name, username, links }: HomePage): string {
  const anchors = links.map(({ text, href }) => `      <a href="${escaped(href)}">${escaped(text)}</a>`)
  return page(
    name,
    `      <p>You are <strong>${escaped(username)}</strong> here.</p>
${anchors.join('\n')}
      <form method="post" action="/log-out"><button>Log out</button></form>`,
  )
}

export function problemPage({ name, problem }: { name: string; problem: string }): string {
  return page(name, `      <p>${escaped(problem)}</p>\n      <a href="/">Back</a>`)
}
