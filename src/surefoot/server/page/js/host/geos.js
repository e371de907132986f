// GEOS for Python in this worker: geometries come and go as WKB, so that nothing has to be freed from outside.

/** Load GEOS; returns what `shapely` of the engine calls. */
export async function openedGeos(address) {
  const { default: begin } = await import(address);
  const geos = await begin();
  const { Module } = geos;

  /** A geometry from bytes of Python. */
  const read = (bytes) => {
    const given = bytes.toJs ? bytes.toJs() : bytes;
    const at = Module._malloc(given.length);
    Module.HEAPU8.set(given, at);
    const made = geos.GEOSGeomFromWKB_buf(at, given.length);
    Module._free(at);
    if (!made) throw new Error("GEOS can't read a geometry");
    return made;
  };

  /** The bytes of a geometry, which is freed. */
  const written = (made) => {
    if (!made) throw new Error("GEOS failed");
    const size = Module._malloc(4);
    const at = geos.GEOSGeomToWKB_buf(made, size);
    const found = Module.HEAPU8.slice(at, at + Module.getValue(size, "i32"));
    geos.GEOSFree(at);
    Module._free(size);
    geos.GEOSGeom_destroy(made);
    return found;
  };

  const two = (work) => (one, other) => {
    const [first, second] = [read(one), read(other)];
    const made = work(first, second);
    geos.GEOSGeom_destroy(first);
    geos.GEOSGeom_destroy(second);
    return made;
  };
  const one = (work) => (bytes, ...more) => {
    const given = read(bytes);
    const made = work(given, ...more);
    geos.GEOSGeom_destroy(given);
    return made;
  };

  return {
    difference: two((a, b) => written(geos.GEOSDifference(a, b))),
    intersection: two((a, b) => written(geos.GEOSIntersection(a, b))),
    symmetric_difference: two((a, b) => written(geos.GEOSSymDifference(a, b))),
    contains: two((a, b) => geos.GEOSContains(a, b) === 1),
    unary_union: one((a) => written(geos.GEOSUnaryUnion(a))),
    make_valid: one((a) => written(geos.GEOSMakeValid(a))),
    boundary: one((a) => written(geos.GEOSBoundary(a))),
    centroid: one((a) => written(geos.GEOSGetCentroid(a))),
    segmentize: one((a, most) => written(geos.GEOSDensify(a, most))),
    contains_xy: one((a, eastings, northings) => {
      const [xs, ys] = [eastings.toJs?.() ?? eastings, northings.toJs?.() ?? northings];
      const prepared = geos.GEOSPrepare(a);
      const found = Array.from(xs, (x, i) => geos.GEOSPreparedContainsXY(prepared, x, ys[i]) === 1);
      geos.GEOSPreparedGeom_destroy(prepared);
      return found;
    }),
    simplify: one((a, distance) => written(geos.GEOSTopologyPreserveSimplify(a, distance))),
    normalize: one((a) => {
      const copy = geos.GEOSGeom_clone(a);
      geos.GEOSNormalize(copy);
      return written(copy);
    }),
    buffer: one((a, distance, segments, cap, join, mitre) => {
      const wishes = geos.GEOSBufferParams_create();
      geos.GEOSBufferParams_setQuadrantSegments(wishes, segments);
      geos.GEOSBufferParams_setEndCapStyle(wishes, cap);
      geos.GEOSBufferParams_setJoinStyle(wishes, join);
      geos.GEOSBufferParams_setMitreLimit(wishes, mitre);
      const made = geos.GEOSBufferWithParams(a, wishes, distance);
      geos.GEOSBufferParams_destroy(wishes);
      return written(made);
    }),
    area: one((a) => {
      const at = Module._malloc(8);
      geos.GEOSArea(a, at);
      const found = Module.getValue(at, "double");
      Module._free(at);
      return found;
    }),
  };
}
