// Photos and drawn maps, made small enough to lie under a table and to be sent with it.

/** The longest side of a picture in pixels, and the most characters of its text: a table with it has to be sent. */
const LONGEST = 1600;
const LARGEST = 600_000;

const round = (value) => Math.round(value * 1000) / 1000;

/**
 * A picture small enough to go with a table, with its size; null if it is none.
 * @param {Blob} file
 */
export async function shrunk(file) {
  let image;
  try {
    image = await createImageBitmap(file);
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  for (let longest = LONGEST; longest > 100; longest *= 0.75) {
    const by = Math.min(1, longest / Math.max(image.width, image.height));
    [canvas.width, canvas.height] = [Math.max(1, Math.round(image.width * by)), Math.max(1, Math.round(image.height * by))];
    const brush = canvas.getContext("2d");
    brush.fillStyle = "white";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = canvas.toDataURL("image/jpeg", 0.82);
    if (data.length <= LARGEST) return { data, width: image.width, height: image.height };
  }
  return null;
}

/** A picture that covers as much of a board as fits, from its lower left corner. */
export function fitted({ data, width, height }, board) {
  const by = Math.min(board.width / width, board.depth / height);
  return { data, area: { rect: [0, 0, round(width * by), round(height * by)] } };
}
