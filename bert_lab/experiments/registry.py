"""All experiments by their names, in the order of the chapters that they are first read in."""

from bert_lab.experiments.ablations.block import BlockExperiment
from bert_lab.experiments.ablations.experiment import AblationsExperiment
from bert_lab.experiments.ablations.room import RoomExperiment
from bert_lab.experiments.adapters.filler import GapFillerExperiment
from bert_lab.experiments.adapters.tries import AdaptersExperiment
from bert_lab.experiments.comparison.experiment import ComparisonExperiment
from bert_lab.experiments.experiment import Experiment
from bert_lab.experiments.few_labels import FewLabelsExperiment
from bert_lab.experiments.finetuning import FinetuningExperiment
from bert_lab.experiments.floor import FloorExperiment
from bert_lab.experiments.mini_search import MiniSearchExperiment
from bert_lab.experiments.probes import ProbesExperiment
from bert_lab.experiments.real_labels import RealLabelsExperiment
from bert_lab.experiments.real_tasks import RealTasksExperiment
from bert_lab.experiments.search import SearchExperiment
from bert_lab.experiments.sense_maps import SenseMapsExperiment
from bert_lab.experiments.senses.coarse import CoarseSensesExperiment
from bert_lab.experiments.senses.experiment import SensesExperiment
from bert_lab.experiments.successors.experiment import SuccessorsExperiment
from bert_lab.experiments.wikitext2.command import WikiText2CommandExperiment
from bert_lab.experiments.wikitext2.experiment import WikiText2Experiment

EXPERIMENTS: dict[str, type[Experiment]] = {
    experiment.name: experiment
    for experiment in (
        SenseMapsExperiment,
        ComparisonExperiment,
        SensesExperiment,
        CoarseSensesExperiment,
        FloorExperiment,
        ProbesExperiment,
        WikiText2Experiment,
        WikiText2CommandExperiment,
        AblationsExperiment,
        BlockExperiment,
        RoomExperiment,
        FinetuningExperiment,
        RealLabelsExperiment,
        AdaptersExperiment,
        GapFillerExperiment,
        FewLabelsExperiment,
        RealTasksExperiment,
        SearchExperiment,
        MiniSearchExperiment,
        SuccessorsExperiment,
    )
}
