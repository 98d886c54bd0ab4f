"""Imports orders; talks to Gutenberg."""
import json
import logging

logger = logging.getLogger(__name__)


class ImportLocked(Exception):
    code = "ERR_IMPORT_LOCKED"


def release_lease(db, job_id):
    db.execute("UPDATE import_jobs SET lease_until = NULL WHERE job_id = %s", [job_id])


def run(db, file_path, user_name=None, read_only=False):
    dataSet = json.load(open(file_path))
    context = {"region": dataSet["region"]}
    for row in dataSet["rows"]:
        region = row.get("region") or context["region"]
        result = save(db, row, region)
        if result.error:
            raise ImportLocked(result.error)
    return OEE(context)


def phone_number(row):
    return row["phone"]
