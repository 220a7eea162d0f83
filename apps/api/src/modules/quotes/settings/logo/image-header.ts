export interface ImageHeader {
  type: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
}

/**
 * Type and dimensions from an image's header; `undefined` for other data and animated WebP. Decodes nothing, because
 * a file of two kilobytes can expand to a gigabyte.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readPng(view) ?? readJpeg(view) ?? readWebp(view)
}

const text = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

function readPng(view: DataView): ImageHeader | undefined {
  if (text(view, 0, 8) !== '\u0089PNG\r\n\u001A\n' || text(view, 12, 4) !== 'IHDR' || view.byteLength < 24)
    return undefined
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

// SOF0 to SOF15 start a frame, except for DHT, JPG and DAC in between.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return undefined
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) {
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    // The image data starts or the file ends without a frame header.
    if (marker === 0xda || marker === 0xd9) return undefined
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

function readWebp(view: DataView): ImageHeader | undefined {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return undefined
  const low14 = (value: number) => value & 0x3f_ff
  switch (text(view, 12, 4)) {
    case 'VP8 ':
      return {
        type: 'webp',
        width: low14(view.getUint16(26, true)),
        height: low14(view.getUint16(28, true)),
      }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { type: 'webp', width: low14(bits) + 1, height: low14(bits >>> 14) + 1 }
    }
    case 'VP8X': {
      const isAnimated = (view.getUint8(20) & 0x02) !== 0
      const low24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
      return isAnimated ? undefined : { type: 'webp', width: low24(24) + 1, height: low24(27) + 1 }
    }
    default:
      return undefined
  }
}
