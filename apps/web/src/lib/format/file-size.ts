/** '84 kB', '1.2 MB'. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1000
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
