"""Runs statements of ClickHouse: each line of the input is one as JSON, and so is each answer."""

import json
import sys

from chdb import session

database = session.Session(sys.argv[1])
for line in sys.stdin:
    try:
        answer = {"rows": str(database.query(json.loads(line), "JSONCompactStringsEachRow"))}
    except Exception as error:
        answer = {"error": str(error)[:1000]}
    print(json.dumps(answer), flush=True)
