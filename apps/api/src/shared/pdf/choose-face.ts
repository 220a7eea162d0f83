import { findFace, type FontFace, type FontStyle } from './font-face.ts'

const light = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', 'noto-emoji']
const handwritten = 'noto-serif'
const eastAsian = {
  japanese: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'],
  korean: ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc'],
  chinese: ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
} as const

/** Chinese characters look different in Japanese and Korean; the other letters of the text tell which it is. */
export function languageOf(text: string): keyof typeof eastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese'
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'chinese'
}

export interface FaceChoice {
  style: FontStyle
  language: keyof typeof eastAsian
}

/** Finds the font for characters that must not be separated; `undefined` if no font has them all. */
export function chooseFace(cluster: string, choice: FaceChoice): FontFace | undefined {
  const key = `${choice.style} ${choice.language} ${cluster}`
  if (chosen.has(key)) return chosen.get(key)
  const face = searchFace(cluster, choice)
  // Names have few different characters, but a thread lives for long.
  if (chosen.size > 10_000) chosen.clear()
  chosen.set(key, face)
  return face
}

const chosen = new Map<string, FontFace | undefined>()

function searchFace(cluster: string, { style, language }: FaceChoice): FontFace | undefined {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0).filter(
    (code) => code !== zeroWidthJoiner && code !== zeroWidthNonJoiner,
  )
  if (style === 'handwriting') {
    const face = findFace(handwritten, style, codePoints)
    if (face) return face
  }
  const weight = style === 'bold' ? 'bold' : 'text'
  for (const family of [...light, ...eastAsian[language]]) {
    const face = findFace(family, weight, codePoints)
    if (face) return face
  }
  return undefined
}

export const zeroWidthNonJoiner = 0x20_0c
export const zeroWidthJoiner = 0x20_0d
