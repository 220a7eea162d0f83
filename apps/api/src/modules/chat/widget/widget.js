// Demo chat with the API and position of the hosted messenger. Nothing typed leaves the page.

const styles = `
:host { all: initial; color-scheme: inherit; font: 14px/1.5 Inter Variable, system-ui, sans-serif; }
:host([hidden]) { display: none; }
button { font: inherit; color: inherit; cursor: pointer; border: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.open { position: fixed; right: 20px; bottom: var(--lift); z-index: 30; width: 48px; height: 48px; border-radius: 50%;
  display: grid; place-items: center; background: var(--accent); color: var(--on-accent); box-shadow: var(--shadow-float); }
.unread { position: absolute; top: -2px; right: -2px; min-width: 18px; padding: 0 4px; border-radius: 9px;
  background: var(--danger); color: var(--on-danger); font-size: 12px; font-weight: 600; }
.panel { position: fixed; right: 20px; bottom: calc(var(--lift) + 60px); z-index: 30; width: min(360px, calc(100vw - 40px));
  max-height: min(480px, calc(100dvh - var(--lift) - 80px)); display: flex; flex-direction: column; overflow: hidden;
  border: 1px solid var(--line); border-radius: 8px; background: var(--raised); color: var(--ink); box-shadow: var(--shadow-float); }
[hidden] { display: none !important; }
.head { display: flex; align-items: center; gap: 8px; padding: 12px 16px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; margin: 0; font-size: 16px; font-weight: 600; }
.close { width: 36px; height: 36px; border-radius: 8px; background: none; color: var(--muted); font-size: 20px; line-height: 1; }
.close:hover { color: var(--ink); background: var(--sunken); }
.log { flex: 1; padding: 16px; overflow-y: auto; display: grid; gap: 8px; align-content: start; }
p { max-width: 85%; margin: 0; padding: 8px 12px; border-radius: 8px; background: var(--sunken); overflow-wrap: anywhere; white-space: pre-wrap; }
p.mine { justify-self: end; background: var(--accent-soft); }
form { display: flex; gap: 8px; padding: 12px; border-top: 1px solid var(--line); }
input { flex: 1; min-width: 0; height: 40px; padding: 0 12px; font: inherit; font-size: 16px; color: inherit; background: var(--surface);
  border: 1px solid var(--line-strong); border-radius: 8px; }
.send { height: 40px; padding: 0 16px; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; }`

const markup = `
<button type="button" class="open" aria-expanded="false" aria-controls="panel" aria-label="Chat">
  <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M4 5h16v11H9l-5 4z"/></svg>
  <span class="unread" aria-hidden="true" hidden></span>
</button>
<section id="panel" class="panel" role="dialog" aria-label="Chat" hidden>
  <div class="head"><h2>Chat</h2><button type="button" class="close" aria-label="Close chat"><span aria-hidden="true">×</span></button></div>
  <div class="log" role="log" aria-label="Messages" tabindex="0"></div>
  <form><input aria-label="Your message" placeholder="Your message" maxlength="2000" autocomplete="off"><button class="send">Send</button></form>
</section>`

const listeners = { onShow: [], onHide: [], onUnreadCountChange: [] }
const emit = (name, ...values) => listeners[name].forEach((listener) => listener(...values))

/** The mounted widget; undefined before boot and after shutdown. */
let widget
let unread = 0

function setUnread(count) {
  unread = count
  const mark = widget?.root.querySelector('.unread')
  if (mark) {
    mark.textContent = String(count)
    mark.hidden = count === 0
    // The accessible name must include the visible count.
    widget.root
      .querySelector('.open')
      .setAttribute('aria-label', count === 0 ? 'Chat' : `Chat, ${count} unread`)
  }
  emit('onUnreadCountChange', count)
}

function addMessage(text, isMine) {
  const line = document.createElement('p')
  line.textContent = text
  if (isMine) line.className = 'mine'
  const list = widget.root.querySelector('.log')
  list.append(line)
  list.scrollTop = list.scrollHeight
  if (!isMine && widget.root.querySelector('.panel').hidden) setUnread(unread + 1)
}

function build() {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  root.innerHTML = markup
  root.querySelector('.open').addEventListener('click', () => (isOpen() ? hide() : show()))
  root.querySelector('.close').addEventListener('click', hide)
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) hide()
    // Keep page shortcuts from firing while the user types.
    event.stopPropagation()
  })
  root.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const input = root.querySelector('input')
    const text = input.value.trim()
    if (text === '') return
    addMessage(text, true)
    input.value = ''
    addMessage('This is a demo chat. No one reads it, and nothing you write leaves this page.', false)
  })
  document.body.append(host)
  return { host, root }
}

const isOpen = () => widget !== undefined && !widget.root.querySelector('.panel').hidden

function show(draft) {
  if (!widget || isOpen()) return
  widget.root.querySelector('.panel').hidden = false
  widget.root.querySelector('.open').setAttribute('aria-expanded', 'true')
  const input = widget.root.querySelector('input')
  if (typeof draft === 'string') input.value = draft
  input.focus()
  setUnread(0)
  emit('onShow')
}

function hide() {
  if (!isOpen()) return
  widget.root.querySelector('.panel').hidden = true
  widget.root.querySelector('.open').setAttribute('aria-expanded', 'false')
  widget.root.querySelector('.open').focus()
  emit('onHide')
}

/** Merges settings: a value stays until it is overwritten. */
function apply(settings) {
  widget.settings = { ...widget.settings, ...settings }
  widget.host.hidden = widget.settings.hide_default_launcher === true
  widget.host.style.setProperty('--lift', `${Number(widget.settings.vertical_padding ?? 20)}px`)
}

const commands = {
  boot(settings = {}) {
    if (widget) return
    widget = { ...build(), settings: {} }
    apply(settings)
    const name = String(settings.name ?? '').trim()
    addMessage(name === '' ? 'Hello! How can we help?' : `Hello ${name}! How can we help?`, false)
  },
  update(settings = {}) {
    if (widget) apply(settings)
  },
  shutdown() {
    widget?.host.remove()
    widget = undefined
    unread = 0
    for (const list of Object.values(listeners)) list.length = 0
  },
  show: () => show(),
  showMessages: () => show(),
  showNewMessage: show,
  hide,
  onShow: (listener) => listeners.onShow.push(listener),
  onHide: (listener) => listeners.onHide.push(listener),
  onUnreadCountChange(listener) {
    listeners.onUnreadCountChange.push(listener)
    listener(unread)
  },
}

/** Commands that only the hosted messenger supports are ignored. */
const run = (name, ...values) => commands[name]?.(...values)

const waiting = window.Intercom?.q ?? []
window.Intercom = run
if (window.intercomSettings) run('boot', window.intercomSettings)
for (const call of waiting) run(...call)
