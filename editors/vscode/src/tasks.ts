// Tasks: assemble, run, budget, format.

import * as vscode from "vscode";
import { taskArguments, type Work } from "./commands";
import { assembly, mainSource, setting } from "./settings";

const ALL: Work[] = ["assemble", "run", "budget", "format"];

export class Tasks implements vscode.TaskProvider {
  provideTasks(): vscode.Task[] {
    const source = mainSource();
    return source ? ALL.map((work) => task({ type: "front800", task: work }, work, source)) : [];
  }

  resolveTask(given: vscode.Task): vscode.Task | undefined {
    const work = given.definition.task as Work;
    const source = (given.definition.source as string | undefined) ?? mainSource();
    return source && ALL.includes(work) ? task(given.definition, work, source) : undefined;
  }
}

function task(definition: vscode.TaskDefinition, work: Work, source: string): vscode.Task {
  const run = new vscode.ProcessExecution(setting("path"), taskArguments(work, source, assembly()));
  const made = new vscode.Task(definition, vscode.TaskScope.Workspace, work, "front800", run, "$front800");
  if (work === "assemble") made.group = vscode.TaskGroup.Build;
  return made;
}
