import { encode } from 'uqr'

/** A QR code of a text, dark on white in both themes so that phones can scan it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((cells, y) =>
    cells.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded border border-line bg-[#ffffff]"
    >
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
