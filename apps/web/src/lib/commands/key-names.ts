const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
}

/** A command's key as it is printed on the keyboard: 'mod+k' is `['Ctrl', 'K']`. */
export function keyNames(key: string): string[] {
  return key.split('+').map((part) => names[part] ?? part.toUpperCase())
}
