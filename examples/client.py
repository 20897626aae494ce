#!/usr/bin/env python3
"""A program that plays campaigns, of either side: every unit goes to the nearest city that is not its side's.

front800 campaign --german examples/client.py --turns 4
"""
import json
import sys

world = None
for line in sys.stdin:
    turn = json.loads(line)
    world = turn.get("world", world)  # it comes with the first line
    goals = [c for c in world["cities"] if turn["cities"][c["name"]] != (turn["side"] == "german")]
    orders = {}
    for unit in turn["units"]:
        if unit["side"] != turn["side"] or unit["state"] != "map":
            continue
        far = lambda city: abs(city["x"] - unit["x"]) + abs(city["y"] - unit["y"])
        goal = min(goals, key=far, default=unit)
        dx, dy = goal["x"] - unit["x"], goal["y"] - unit["y"]
        across, along = ("W" if dx > 0 else "E") * abs(dx), ("N" if dy > 0 else "S") * abs(dy)
        open_across = across != "" and across[0] in unit["steps"]
        orders[unit["unit"]] = (across + along if open_across else along + across)[:8]
    print(json.dumps({"orders": orders}), flush=True)
