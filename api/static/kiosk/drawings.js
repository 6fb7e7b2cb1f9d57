// Our own drawings, as data: shapes on a field of 120 by 120. `body` gets the white rim of a sticker,
// `detail` lies on top of it. No letters in them, since a picture cannot be translated.

const INK = "#2b0f3a";
const SUN = "#ffcf33";
const ROSE = "#ff4d7d";
const BERRY = "#c9104f";
const SKY = "#39a8f0";
const SEA = "#12b5a6";
const PLUM = "#7a3ff2";
const FLAME = "#ff8a1f";
const PALE = "#fff4dc";

const path = (fill, d) => ["path", { fill, d }];
const disc = (fill, cx, cy, r) => ["circle", { fill, cx, cy, r }];
const oval = (fill, cx, cy, rx, ry) => ["ellipse", { fill, cx, cy, rx, ry }];
const box = (fill, x, y, width, height, rx) => ["rect", { fill, x, y, width, height, rx }];
const line = (stroke, width, d) => [
  "path",
  { fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", d },
];
const cheeks = (y) => [oval(ROSE, 36, y, 7, 5), oval(ROSE, 84, y, 7, 5)];

/** @type {Object<string, {body: Array, detail: Array}>} */
export const drawings = {
  smile: {
    body: [disc(SUN, 60, 60, 46)],
    detail: [oval(INK, 44, 50, 5, 8), oval(INK, 76, 50, 5, 8), ...cheeks(67), path(INK, "M40 66h40c0 30-40 30-40 0z"), path(ROSE, "M49 84c5-6 17-6 22 0-6 6-16 6-22 0z")],
  },
  cool: {
    body: [disc(FLAME, 60, 60, 46)],
    detail: [path(INK, "M18 44h84v6c0 20-32 22-38 4h-8c-6 18-38 16-38-4z"), line("#fff", 4, "M28 52l7-3"), line("#fff", 4, "M72 52l7-3"), line(INK, 6, "M44 80c10 9 24 7 34-6")],
  },
  wink: {
    body: [disc(ROSE, 60, 60, 46)],
    detail: [oval(INK, 43, 50, 5, 8), line(INK, 6, "M68 52c4-6 12-6 16 0"), line(INK, 6, "M38 72c10 15 34 15 44 0"), path("#fff", "M62 84h16c2 16-16 18-16 0z")],
  },
  sorry: {
    body: [disc(SKY, 60, 60, 46)],
    detail: [oval(INK, 44, 54, 5, 7), oval(INK, 76, 54, 5, 7), line(INK, 5, "M34 42l12-5"), line(INK, 5, "M86 42l-12-5"), line(INK, 6, "M44 84c8-9 24-9 32 0"), path(PALE, "M84 62c10 12 8 20 0 20s-8-8 0-20z")],
  },
  heart: {
    body: [path(ROSE, "M60 104C6 68 12 22 38 20c12 0 19 8 22 14 3-6 10-14 22-14 26 2 32 48-22 84z")],
    detail: [line("#fff", 7, "M29 48c0-8 4-13 10-14")],
  },
  star: {
    body: [path(SUN, "M60 12l14 31 34 4-25 23 7 34-30-17-30 17 7-34-25-23 34-4z")],
    detail: [oval(INK, 50, 57, 4, 6), oval(INK, 70, 57, 4, 6), line(INK, 5, "M50 70c5 7 15 7 20 0")],
  },
  crown: {
    body: [path(SUN, "M20 92l-6-56 24 18 22-36 22 36 24-18-6 56z"), disc(ROSE, 14, 33, 7), disc(ROSE, 60, 16, 7), disc(ROSE, 106, 33, 7)],
    detail: [path(FLAME, "M20 92l-2-16h84l-2 16z"), disc(SKY, 60, 62, 8), disc(SEA, 38, 66, 5), disc(SEA, 82, 66, 5)],
  },
  bubble: {
    body: [path(PLUM, "M24 20h72q14 0 14 14v38q0 14-14 14H62L38 106V86H24q-14 0-14-14V34q0-14 14-14z")],
    detail: [disc("#fff", 36, 53, 8), disc("#fff", 60, 53, 8), disc("#fff", 84, 53, 8)],
  },
  bolt: {
    body: [path(FLAME, "M70 8L22 68h30l-8 44 54-64H66z")],
    detail: [path(SUN, "M66 22L36 62h22l-6 28 32-36H60z")],
  },
  flower: {
    body: [disc(SEA, 60, 30, 19), disc(SEA, 88, 51, 19), disc(SEA, 78, 85, 19), disc(SEA, 42, 85, 19), disc(SEA, 32, 51, 19), disc(SUN, 60, 61, 22)],
    detail: [disc(SUN, 60, 61, 22), oval(INK, 53, 57, 3, 5), oval(INK, 67, 57, 3, 5), line(INK, 4, "M52 67c4 5 12 5 16 0")],
  },
  rocket: {
    body: [path(ROSE, "M36 66L18 92l24-4zM84 66l18 26-24-4z"), path(PALE, "M60 8c30 26 28 58 16 82H44C32 66 30 34 60 8z"), path(FLAME, "M48 90h24l-12 24z")],
    detail: [path(BERRY, "M60 8c10 8 16 17 20 26H40c4-9 10-18 20-26z"), disc(SKY, 60, 54, 11), disc("#fff", 57, 51, 4)],
  },
  balloon: {
    body: [path(PLUM, "M60 10c26 0 36 20 34 38-2 20-20 36-34 36S28 68 26 48C24 30 34 10 60 10z"), path(PLUM, "M52 94l8-12 8 12z"), line(INK, 4, "M60 94c-8 8 8 10 0 18")],
    detail: [line("#fff", 7, "M40 44c0-10 6-16 12-18")],
  },
  camera: {
    body: [path(SKY, "M40 30l6-12h28l6 12h20q10 0 10 10v48q0 10-10 10H20q-10 0-10-10V40q0-10 10-10z")],
    detail: [disc("#fff", 60, 64, 25), disc(INK, 60, 64, 18), disc(PLUM, 60, 64, 10), disc("#fff", 54, 58, 4), disc(SUN, 96, 44, 5)],
  },
  phone: {
    body: [box(INK, 30, 8, 60, 104, 14)],
    detail: [box("#fff", 36, 18, 48, 82, 5), path(INK, "M44 34h12v12H44zM64 34h12v12H64zM44 54h12v12H44z"), path("#fff", "M48 38h4v4h-4zM68 38h4v4h-4zM48 58h4v4h-4z"), path(INK, "M64 54h5v5h-5zM71 61h5v5h-5zM64 66h5v-5h-5z"), box(ROSE, 44, 78, 32, 12, 6)],
  },
  agree: {
    body: [box(INK, 30, 8, 60, 104, 14)],
    detail: [box(PALE, 36, 18, 48, 82, 5), box(SKY, 41, 26, 32, 22, 7), line("#fff", 4, "M47 34h18M47 41h11"), box("#15803d", 41, 58, 38, 26, 9), line("#fff", 6, "M51 71l6 6 12-12")],
  },
  plane: {
    body: [path(SKY, "M8 58L110 16 92 104 62 84 46 102 42 74z")],
    detail: [path("#fff", "M42 74L96 32 54 80l-8 22z"), path("#bfe3fb", "M54 80l-8 22 16-18z")],
  },
  shirt: {
    body: [path(SEA, "M44 16c6 12 26 12 32 0l34 18-12 26-14-6v52H36V54l-14 6-12-26z")],
    detail: [path(SUN, "M60 48l6 13 14 2-10 9 3 14-13-7-13 7 3-14-10-9 14-2z"), line("#fff", 5, "M44 17c6 13 26 13 32 0")],
  },
  gift: {
    body: [box(ROSE, 18, 52, 84, 56, 8), box(BERRY, 12, 36, 96, 24, 7), path(SUN, "M60 36C40 38 28 26 36 16s22 4 24 20c2-16 16-30 24-20s-4 22-24 20z")],
    detail: [path(SUN, "M52 36h16v72H52z")],
  },
  clock: {
    body: [disc(PLUM, 60, 62, 44), path(PLUM, "M22 34C8 24 22 6 36 16zM98 34c14-10 0-28-14-18z")],
    detail: [disc("#fff", 60, 62, 34), line(INK, 7, "M60 42v21l13 9"), disc(INK, 60, 63, 5)],
  },
  cup: {
    body: [path(SEA, "M22 46h64v36q0 22-22 22H44q-22 0-22-22z"), line(SEA, 10, "M86 56h6c14 0 14 26-6 26")],
    detail: [line(SEA, 10, "M86 56h6c14 0 14 26-6 26"), path(SEA, "M22 46h64v36q0 22-22 22H44q-22 0-22-22z"), oval(INK, 44, 68, 4, 6), oval(INK, 64, 68, 4, 6), line(INK, 5, "M46 82c5 6 11 6 16 0"), line("#fff", 6, "M42 34c-6-8 6-10 0-18M64 34c-6-8 6-10 0-18")],
  },
  cloud: {
    body: [path(SKY, "M34 92c-32 0-32-40-4-42 4-34 52-34 58-4 30 0 32 46 0 46z")],
    detail: [oval(INK, 48, 64, 4, 6), oval(INK, 72, 64, 4, 6), line(INK, 5, "M52 79c5-5 11-5 16 0")],
  },
  key: {
    body: [disc(SUN, 38, 42, 28), path(SUN, "M50 56l14-14 48 48v16H96V92H82V80H72z")],
    detail: [disc("#fff", 32, 36, 9)],
  },
  tick: {
    body: [disc("#15803d", 60, 60, 46)],
    detail: [line("#fff", 13, "M38 62l16 16 30-34")],
  },
  spark: {
    body: [path("#fff0b3", "M60 14c4 30 16 42 46 46-30 4-42 16-46 46-4-30-16-42-46-46 30-4 42-16 46-46z")],
    detail: [],
  },
};

/** The drawings that stand for the stickers of a pack, in the order they are filled in. */
export const pack = ["smile", "heart", "crown", "bubble", "star", "cool", "rocket", "flower", "bolt", "wink"];
