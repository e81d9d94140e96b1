# validate.py FILE…: holds Vega-Lite specifications against the schema that altair ships.
import json, pathlib, sys
import altair, jsonschema

schema = json.loads(next(pathlib.Path(altair.__file__).parent.glob("vegalite/v6/schema/vega-lite-schema.json")).read_text())
validator = jsonschema.validators.validator_for(schema)(schema)
faulty = 0
for name in sys.argv[1:]:
    for error in validator.iter_errors(json.loads(pathlib.Path(name).read_text(encoding="utf-8"))):
        deepest = jsonschema.exceptions.best_match([error])
        print(f"{name}: {'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:300]}")
        faulty += 1
print(f"{len(sys.argv) - 1} specifications, {faulty} faults, schema of altair {altair.__version__}")
sys.exit(faulty > 0 or len(sys.argv) < 2)
