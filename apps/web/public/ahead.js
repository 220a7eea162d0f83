// Runs beside the first files of the application, which are large: somebody who is signed in will need the next ones too.
// Which those are, the build writes on this script's own tag; see build/fetch-ahead.ts.
const { frame = '', tickets = '' } = document.currentScript?.dataset ?? {}
if (document.cookie.includes('authTokens=')) {
  const files = location.pathname.startsWith('/tickets/') ? `${frame} ${tickets}` : frame
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
}
